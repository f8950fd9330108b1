package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.planning.production.Span.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the requests of one route in the spans of many traces, and the calls that each of them made. */
final class RouteTraces {

    /** Of a deeper nest of the service's own spans only the outer ones tell groups apart. */
    private static final int MAX_DEPTH = 32;

    /** A span that holds a connection or, with a verb, waits for one: neither a call nor work. */
    private static final String CONNECTION = "(?i)(.*[. ])?((get|acquire|open|borrow)[-_ ]?)?connection";

    private static final int MAX_SHOWN = 12;

    /** Requests of a machine and not of a user. */
    private static final String UPKEEP = "(/[\\w-]+)?/(actuator|metrics|prometheus|health|healthz|health-?check|livez|readyz|ready|readiness|live"
            + "|liveness|ping|status|q|favicon\\.ico)(/.*)?";

    /** What services say where a request met no route. */
    private static final String NONE = "(?i)NOT_FOUND|UNKNOWN|REDIRECTION|UNMATCHED|/?\\*+|/\\*\\*(/.*)?|/?\\{\\*.*}";

    private static final CallKey NO_CALL = new CallKey("", "");

    private final String file;
    private final RefusedTelemetry.Warnings warnings;
    private final Map<String, Span> byId = new HashMap<>();
    private final Map<String, List<Span>> children = new HashMap<>();
    private final List<Span> servers;
    private final PathShapes routes;
    private final Set<String> paths;

    private RouteTraces(String file, List<Span> recorded, RefusedTelemetry.Warnings warnings) {
        this.file = file;
        this.warnings = warnings;
        Map<String, Span> shared = new HashMap<>();
        for (Span span : recorded) {
            Span other = byId.putIfAbsent(span.id(), span);
            if (other != null && other.kind() != span.kind() && (span.kind() == Kind.SERVER || other.kind() == Kind.SERVER)) {
                // Zipkin gives both sides of a call one id.
                byId.put(span.id(), span.kind() == Kind.SERVER ? other : span);
                shared.put(span.id(), (span.kind() == Kind.SERVER ? span : other).with(span.id() + " server", span.id()));
            } else if (other != null && !(span.time().equals(other.time()) && span.parentId().equals(other.parentId()))) {
                // An exporter repeats a span when it got no answer, with the same times.
                warnings.leftOut("span", "'" + RefusedTelemetry.shown(span.id()) + "'", "has the spanId of another span of its trace");
            }
        }
        byId.replaceAll((id, span) -> {
            Span server = shared.get(span.parentId());
            return server == null || !server.service().equals(span.service()) ? span : span.with(id, server.id());
        });
        shared.values().forEach(server -> byId.put(server.id(), server));
        byId.values().stream().sorted(Comparator.comparingLong((Span span) -> span.time().start()).thenComparingLong(span -> span.time().end()))
                .forEach(span -> children.computeIfAbsent(span.parentId(), _ -> new ArrayList<>()).add(span));
        servers = byId.values().stream().filter(span -> span.kind() == Kind.SERVER)
                .sorted(Comparator.comparingLong(span -> span.time().start())).toList();
        routes = new PathShapes(IntStream.range(0, servers.size())
                .filter(i -> servers.get(i).attribute("http.route").isEmpty())
                .mapToObj(i -> new PathShapes.Seen(servers.get(i).service(), CallKey.path(servers.get(i)), i)).toList());
        paths = servers.stream().map(span -> span.service() + routes.template(span.service(), CallKey.path(span))).collect(Collectors.toSet());
    }

    /** The label is the route as messages show it, with its method and the service where they are recorded. */
    record Route(String file, String label, Set<String> names, List<Request> requests, List<String> remarks) {}

    /** A request: its span, its calls in the order of their starts, the spans of its own work, and of waits for connections. */
    record Request(Span root, List<Child> calls, List<Child> ownWork, List<Span> waits) {}

    /** A span below that of the request; its path names the service's own spans around it, the outermost first. */
    record Child(Span span, List<String> path, CallKey key) {}

    /**
     * A route is {@code /basket}, {@code GET /basket} or the span's name; empty if the file has only one. Refuses a
     * route that is not there, not clear or without calls.
     */
    static Route find(String file, List<Span> recorded, Optional<String> route, RefusedTelemetry.Warnings warnings) throws RefusedTelemetry {
        RouteTraces traces = new RouteTraces(file, recorded, warnings);
        List<String> remarks = new ArrayList<>();
        List<Span> roots = traces.roots(route, remarks);
        List<Request> requests = roots.stream().map(traces::request).toList();
        String label = traces.label(roots.getFirst());
        if (requests.stream().allMatch(request -> request.calls().isEmpty())) {
            throw new RefusedTelemetry(file, "none of the " + requests.size() + " requests of '"
                    + RefusedTelemetry.shown(label) + "' made a call: a call is a span of kind CLIENT below that of the request");
        }
        PathShapes shapes = new PathShapes(IntStream.range(0, requests.size()).boxed()
                .flatMap(i -> requests.get(i).calls().stream().map(Child::span)
                        .map(call -> new PathShapes.Seen(CallKey.base(call), CallKey.path(call), i))).toList());
        requests.forEach(request -> request.calls.replaceAll(call -> new Child(call.span, call.path,
                call.span.kind() == Kind.CLIENT || call.span.kind() == Kind.PRODUCER
                        ? CallKey.of(call.span, shapes).orOf(traces.upstream(call.span)) : new CallKey(call.span.service(), ""))));
        return new Route(file, label, traces.labels(roots.getFirst()), requests, remarks);
    }

    /** The service that answered a call, where it has recorded that. */
    private String upstream(Span call) {
        return children.getOrDefault(call.id(), List.of()).stream().filter(span -> span.kind() == Kind.SERVER)
                .map(Span::service).findFirst().orElse("");
    }

    private List<Span> roots(Optional<String> route, List<String> remarks) throws RefusedTelemetry {
        if (servers.isEmpty()) {
            throw new RefusedTelemetry(file, "has no span of kind SERVER, so no request of a route");
        }
        List<Span> asked = servers.stream().filter(span -> route.map(name -> labels(span).contains(name))
                .orElse(isReal(routeOf(span)))).toList();
        List<Span> entries = servers.stream().filter(span -> !hasCaller(span)).toList();
        for (List<Span> choice : List.of(asked, asked.stream().filter(span -> route.isEmpty() && !hasCaller(span)).toList())) {
            if (choice.stream().map(this::label).distinct().count() == 1) {
                List<Span> others = servers.stream().filter(span -> !label(span).equals(label(choice.getFirst()))).toList();
                if (route.isEmpty() && !others.isEmpty()) {
                    remarks.add("Not of this route, so left out: " + counted(others) + ".");
                }
                return choice;
            }
        }
        String which = route.map(name -> " '" + RefusedTelemetry.shown(name) + "'").orElse("");
        throw new RefusedTelemetry(file, (!asked.isEmpty()
                        ? "has several routes" + which + "; name one with --route" + (route.isPresent() ? " in full" : "")
                        : route.isPresent() ? "has no request of the route" + which
                        : "has only requests of upkeep or without a route; name one with --route")
                + ": there are " + counted(route.isPresent() && !asked.isEmpty() ? asked : route.isPresent() || entries.isEmpty() ? servers : entries));
    }

    private String counted(List<Span> spans) {
        return countedRoutes(spans.stream().collect(Collectors.groupingBy(this::label, Collectors.summingDouble(_ -> 1))));
    }

    /** Whether another request in the file made this one. */
    private boolean hasCaller(Span span) {
        Set<String> seen = new HashSet<>();
        for (Span above = byId.get(span.parentId()); above != null && seen.add(above.id()); above = byId.get(above.parentId())) {
            if (above.kind() == Kind.SERVER) {
                return true;
            }
        }
        return false;
    }

    /** As {@code shop GET /basket}. */
    private String label(Span span) {
        return (span.service() + " " + methodAndRoute(span, routeOf(span))).strip();
    }

    /** The route that the service says or, by their shape, that of its paths. */
    private String routeOf(Span span) {
        String route = span.attribute("http.route");
        boolean unrouted = span.attribute("http.response.status_code", "http.status_code", "status").equals("404");
        String template = routes.template(span.service(), CallKey.path(span));
        String shorter = template.replaceAll("(?<=.)/\\{id}", "");
        // Of /orders and /orders/{id} both are routes.
        return !route.isEmpty() ? route : unrouted ? "UNKNOWN" : paths.contains(span.service() + shorter) ? template : shorter;
    }

    private static String methodAndRoute(Span span, String route) {
        return route.isEmpty() ? span.name() : (CallKey.method(span) + " " + route).strip();
    }

    static String methodAndRoute(Span span) {
        return methodAndRoute(span, span.attribute("http.route", "uri"));
    }

    private Set<String> labels(Span span) {
        return Stream.of(label(span), methodAndRoute(span, routeOf(span)), span.name(), routeOf(span))
                .filter(name -> !name.isEmpty()).collect(Collectors.toSet());
    }

    /** Goes down through the service's own spans; what lies below a call happened in the upstream or its client. */
    private Request request(Span root) {
        Request request = new Request(root, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Set<String> seen = new HashSet<>();
        Deque<Child> open = new ArrayDeque<>(List.of(new Child(root, List.of(), NO_CALL)));
        while (!open.isEmpty()) {
            Child parent = open.pop();
            for (Span child : children.getOrDefault(parent.span.id(), List.of())) {
                boolean connection = child.name().matches(CONNECTION);
                boolean wraps = child.kind() == Kind.CLIENT && (connection || wrapsCalls(child));
                // Also what another service recorded, where this one did not record that it called it.
                boolean called = !wraps && (child.kind() == Kind.CLIENT || child.kind() == Kind.PRODUCER
                        || !child.service().isEmpty() && !child.service().equals(root.service()));
                if (child.kind() == Kind.CONSUMER || !seen.add(child.id())) {
                    continue;
                }
                List<String> path = new ArrayList<>(parent.path);
                if (called) {
                    request.calls.add(new Child(child, path, NO_CALL));
                } else if (connection && !child.name().equalsIgnoreCase("connection")) {
                    request.waits.add(child);
                } else if (!wraps && path.size() < MAX_DEPTH) {
                    path.add(child.name());
                    request.ownWork.add(new Child(child, path, NO_CALL));
                }
                if (!called) {
                    open.push(new Child(child, path, NO_CALL));
                }
            }
        }
        if (seen.contains(root.id())) {
            warnings.leftOut("span", "'" + RefusedTelemetry.shown(root.id()) + "'", "is among its own parents");
        }
        request.calls.sort(Comparator.comparingLong((Child call) -> call.span.time().start()).thenComparingLong(call -> call.span.time().end()));
        return request;
    }

    /** A client that calls several times, or whose call is a small part of it: the calls are those within. */
    private boolean wrapsCalls(Span client) {
        List<Span> within = children.getOrDefault(client.id(), List.of()).stream()
                .filter(span -> span.kind() == Kind.CLIENT && span.service().equals(client.service())).toList();
        return within.size() > 1 || within.size() == 1 && within.getFirst().time().ms() < client.time().ms() / 2;
    }

    /** Whether users ask for it, with or without its method. */
    static boolean isReal(String route) {
        return !route.substring(route.lastIndexOf(' ') + 1).matches(UPKEEP + "|" + NONE);
    }

    /** Routes with their requests, the most frequent first. */
    static String countedRoutes(Map<String, Double> counts) {
        return counts.entrySet().stream()
                        .sorted(Comparator.comparingDouble((Map.Entry<String, Double> entry) -> -entry.getValue()).thenComparing(Map.Entry.comparingByKey()))
                        .limit(MAX_SHOWN)
                        .map(entry -> "'" + RefusedTelemetry.shown(entry.getKey()) + "' (" + Format.plain(entry.getValue()) + ")")
                        .collect(Collectors.joining(", "))
                + (counts.size() > MAX_SHOWN ? " and " + (counts.size() - MAX_SHOWN) + " more" : "");
    }
}
