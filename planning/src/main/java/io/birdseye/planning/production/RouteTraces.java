package io.birdseye.planning.production;

import io.birdseye.planning.production.Span.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the requests of one route in the spans of many traces, and the calls that each of them made. */
final class RouteTraces {

    /** Of a deeper nest of the service's own spans only the outer ones tell groups apart. */
    private static final int MAX_DEPTH = 32;

    /** A span that holds a connection, or waits for one: neither a call nor work. */
    private static final String CONNECTION = "(?i)(.*[. ])?((get|acquire|open|borrow)[-_ ]?)?connection";

    private static final CallKey NO_CALL = new CallKey("", "");

    private final String file;
    private final RefusedTelemetry.Warnings warnings;
    private final List<Span> spans = new ArrayList<>();
    private final Map<String, Span> byId = new HashMap<>();
    private final Map<String, List<Span>> children = new HashMap<>();
    private final PathShapes routes;

    private RouteTraces(String file, List<Span> recorded, RefusedTelemetry.Warnings warnings) {
        this.file = file;
        this.warnings = warnings;
        Map<String, Span> shared = new HashMap<>();
        for (Span span : recorded) {
            Span other = byId.putIfAbsent(span.id(), span);
            if (other == null) {
                spans.add(span);
            } else if (other.kind() != span.kind() && (span.kind() == Kind.SERVER || other.kind() == Kind.SERVER)) {
                // Zipkin gives both sides of a call one id.
                Span server = span.kind() == Kind.SERVER ? span : other;
                spans.add(span);
                shared.put(span.id(), new Span(span.id() + " server", span.id(), Kind.SERVER, server.name(), server.time(),
                        server.failed(), server.attributes()));
                spans.remove(server);
            } else if (!span.time().equals(other.time()) || !span.parentId().equals(other.parentId())) {
                // An exporter repeats a span when it got no answer, with the same times.
                warnings.leftOut("span", "'" + RefusedTelemetry.shown(span.id()) + "'", "has the spanId of another span of its trace");
            }
        }
        spans.replaceAll(span -> shared.containsKey(span.parentId())
                        && shared.get(span.parentId()).service().equals(span.service())
                ? span.below(span.parentId() + " server") : span);
        spans.addAll(shared.values());
        byId.clear();
        spans.forEach(span -> {
            byId.put(span.id(), span);
            children.computeIfAbsent(span.parentId(), _ -> new ArrayList<>()).add(span);
        });
        List<Span> servers = spans.stream().filter(span -> span.kind() == Kind.SERVER).toList();
        routes = new PathShapes(IntStream.range(0, servers.size())
                .filter(i -> servers.get(i).attribute("http.route").isEmpty())
                .mapToObj(i -> new PathShapes.Seen(servers.get(i).service(), CallKey.path(servers.get(i)), i))
                .toList());
    }

    /** The label is the route as messages show it, with its method and the service where they are recorded. */
    record Route(String file, String label, Set<String> names, List<Request> requests, List<String> remarks) {}

    /** A request: its span, its calls in the order of their starts, the spans of its own work, and of waits for connections. */
    record Request(Span root, List<Child> calls, List<Child> ownWork, List<Span> waits) {}

    /** A span below that of the request; its path names the service's own spans around it, the outermost first. */
    record Child(Span span, List<String> path, CallKey key) {

        Child of(CallKey called) {
            return new Child(span, path, called);
        }
    }

    /**
     * A route is {@code /basket}, {@code GET /basket} or the span's name; empty if the file has only one. Refuses a
     * route that is not there, not clear or without calls.
     */
    static Route find(String file, List<Span> recorded, Optional<String> route, RefusedTelemetry.Warnings warnings) throws RefusedTelemetry {
        RouteTraces traces = new RouteTraces(file, recorded, warnings);
        List<String> remarks = new ArrayList<>();
        List<Span> roots = traces.roots(route, remarks);
        List<Request> requests = roots.stream().map(traces::request).toList();
        Span root = roots.getFirst();
        String label = traces.label(root);
        if (requests.stream().allMatch(request -> request.calls().isEmpty())) {
            throw new RefusedTelemetry(file, "none of the " + requests.size() + " requests of '"
                    + RefusedTelemetry.shown(label) + "' made a call: a call is a span of kind CLIENT below that of the request");
        }
        PathShapes shapes = new PathShapes(IntStream.range(0, requests.size()).boxed()
                .flatMap(i -> requests.get(i).calls().stream().map(Child::span)
                        .map(call -> new PathShapes.Seen(CallKey.base(call), CallKey.path(call), i)))
                .toList());
        return new Route(file, label, traces.labels(root),
                requests.stream().map(request -> new Request(request.root,
                        request.calls.stream().map(call -> call.of(traces.key(call.span, request.root, shapes))).toList(),
                        request.ownWork, request.waits)).toList(), remarks);
    }

    private CallKey key(Span call, Span root, PathShapes shapes) {
        return isCalled(call, root) && call.kind() != Kind.PRODUCER && call.kind() != Kind.CLIENT
                ? new CallKey(call.service(), "") : CallKey.of(call, shapes);
    }

    private List<Span> roots(Optional<String> route, List<String> remarks) throws RefusedTelemetry {
        List<Span> servers = spans.stream().filter(span -> span.kind() == Kind.SERVER).toList();
        if (servers.isEmpty()) {
            throw new RefusedTelemetry(file, "has no span of kind SERVER, so no request of a route");
        }
        List<Span> real = servers.stream().filter(span -> !Routes.isNone(routeOf(span)) && !Routes.isUpkeep(routeOf(span))).toList();
        List<Span> asked = route.isPresent()
                ? servers.stream().filter(span -> labels(span).contains(route.get())).toList()
                : real;
        List<Span> entries = asked.stream().filter(span -> !hasCaller(span)).toList();
        for (List<Span> choice : route.isPresent() ? List.of(asked) : List.of(asked, entries)) {
            if (choice.stream().map(this::label).distinct().count() == 1) {
                if (route.isEmpty() && choice.size() < servers.size()) {
                    List<Span> others = servers.stream().filter(span -> !label(span).equals(label(choice.getFirst()))).toList();
                    remarks.add("Not of this route, so left out: " + counted(others) + ".");
                }
                return choice;
            }
        }
        String which = route.map(name -> " '" + RefusedTelemetry.shown(name) + "'").orElse("");
        throw new RefusedTelemetry(file, asked.isEmpty()
                ? route.isPresent() ? "has no request of the route" + which + ": there are " + counted(servers)
                        : "has only requests of upkeep or without a route; name one with --route: there are " + counted(servers)
                : "has several routes" + which + "; name one with --route" + (route.isPresent() ? " in full" : "") + ": there are "
                        + counted(route.isPresent() ? asked : servers.stream().filter(span -> entries.isEmpty() || !hasCaller(span)).toList()));
    }

    private String counted(List<Span> servers) {
        return Routes.counted(servers.stream().collect(Collectors.groupingBy(this::label, Collectors.summingDouble(_ -> 1))));
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
        return route.isEmpty() ? routes.template(span.service(), CallKey.path(span)).replaceAll("(?<=.)/\\{id}", "") : route;
    }

    private static String methodAndRoute(Span span, String route) {
        return route.isEmpty() ? span.name() : (CallKey.method(span) + " " + route).strip();
    }

    static String methodAndRoute(Span span) {
        return methodAndRoute(span, span.attribute("http.route", "uri"));
    }

    private Set<String> labels(Span span) {
        Set<String> labels = new LinkedHashSet<>(List.of(label(span), methodAndRoute(span, routeOf(span)), span.name(), routeOf(span)));
        labels.remove("");
        return labels;
    }

    /** Goes down through the service's own spans; what lies below a call happened in the upstream or its client. */
    private Request request(Span root) {
        Request request = new Request(root, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Set<String> seen = new HashSet<>();
        Deque<Child> open = new ArrayDeque<>(List.of(new Child(root, List.of(), NO_CALL)));
        while (!open.isEmpty()) {
            Child parent = open.pop();
            for (Span child : children.getOrDefault(parent.span.id(), List.of())) {
                if (child.kind() == Kind.CONSUMER || !seen.add(child.id())) {
                    continue;
                }
                boolean wraps = child.kind() == Kind.CLIENT && wrapsCalls(child, root);
                if (isCalled(child, root) && !wraps) {
                    request.calls.add(new Child(child, parent.path, NO_CALL));
                    continue;
                }
                List<String> path = new ArrayList<>(parent.path);
                if (child.name().matches(CONNECTION)) {
                    if (!child.name().matches("(?i)connection")) {
                        request.waits.add(child);
                    }
                } else if (!wraps && path.size() < MAX_DEPTH) {
                    path.add(child.name());
                    request.ownWork.add(new Child(child, path, NO_CALL));
                }
                open.push(new Child(child, path, NO_CALL));
            }
        }
        if (seen.contains(root.id())) {
            warnings.leftOut("span", "'" + RefusedTelemetry.shown(root.id()) + "'", "is among its own parents");
        }
        request.calls.sort(Comparator.comparingLong((Child call) -> call.span.time().start()).thenComparingLong(call -> call.span.time().end()));
        return request;
    }

    /** Also what another service recorded, where this one did not record that it called it. */
    private static boolean isCalled(Span span, Span root) {
        boolean elsewhere = !span.service().isEmpty() && !span.service().equals(root.service());
        return elsewhere || span.kind() == Kind.CLIENT && !span.name().matches(CONNECTION) || span.kind() == Kind.PRODUCER;
    }

    /** A client that calls several times, or holds a connection meanwhile: the calls are those within. */
    private boolean wrapsCalls(Span client, Span root) {
        List<Span> within = children.getOrDefault(client.id(), List.of()).stream()
                .filter(span -> span.kind() == Kind.CLIENT && span.service().equals(root.service()))
                .toList();
        return within.size() > 1 || within.size() == 1 && within.getFirst().time().ms() < client.time().ms() / 2;
    }
}
