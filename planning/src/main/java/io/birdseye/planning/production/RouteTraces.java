package io.birdseye.planning.production;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.birdseye.planning.production.Span.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the requests of one route in the spans of many traces, and the calls that each of them made. */
final class RouteTraces {

    /** Of a deeper nest of the service's own spans only the outer ones tell groups apart. */
    private static final int MAX_DEPTH = 32;

    /** A span that holds a connection or, with a verb, waits for one: neither a call nor work. */
    private static final String CONNECTION = "(?i)(.*[. ])?((get|acquire|open|borrow)[-_ ]?)?connection";

    /** Spans may be parents of one another. */
    private static final int MAX_ABOVE = 10_000;

    private static final CallKey NO_CALL = new CallKey("", "");

    final String file;
    final ServiceRoute route;

    /** In the order of their starts. */
    final List<Request> requests;

    /** What of the file is not of the route. */
    final List<String> remarks = new ArrayList<>();

    private final RefusedTelemetry.Warnings warnings;
    private final Map<String, Span> byId = new HashMap<>();
    private final Map<String, List<Span>> children;
    private final Map<ServiceRoute, List<Span>> servers;

    /** A request: its span, its calls in the order of their starts, the spans of its own work, and of waits for connections. */
    record Request(Span root, List<Child> calls, List<Child> ownWork, List<Span> waits) {}

    /** A span below that of the request; its path names the service's own spans around it, the outermost first. */
    record Child(Span root, Span span, List<String> path, CallKey key) {}

    /**
     * Finds what is asked by {@code /basket}, {@code GET /basket} or the span's name; empty if the file has only one route.
     * Refuses a route that is not there, not clear or without calls.
     */
    RouteTraces(String file, List<Span> recorded, Optional<String> asked, RefusedTelemetry.Warnings warnings) {
        this.file = file;
        this.warnings = warnings;
        Map<String, Span> shared = new HashMap<>();
        for (Span span : recorded) {
            Span other = byId.putIfAbsent(span.id(), span);
            if (other != null && other.kind() != span.kind() && (span.kind() == Kind.SERVER || other.kind() == Kind.SERVER)) {
                // Zipkin gives both sides of a call one id.
                byId.put(span.id(), span.kind() == Kind.SERVER ? other : span);
                shared.put(span.id(), (span.kind() == Kind.SERVER ? span : other).with(span.id() + " server", span.id()));
            } else if (other != null && !(Span.IN_ORDER.compare(span, other) == 0 && span.parentId().equals(other.parentId()))) {
                // An exporter repeats a span when it got no answer, with the same times.
                warnings.leftOut("span", "'" + RefusedTelemetry.shown(span.id()) + "'", "has the spanId of another span of its trace");
            }
        }
        byId.replaceAll((id, span) -> {
            Span server = shared.get(span.parentId());
            return server == null || !server.service().equals(span.service()) ? span : span.with(id, server.id());
        });
        shared.values().forEach(server -> byId.put(server.id(), server));
        children = byId.values().stream().sorted(Span.IN_ORDER).collect(groupingBy(Span::parentId));
        servers = byRoute(byId.values().stream().filter(span -> span.kind() == Kind.SERVER).sorted(Span.IN_ORDER).toList());
        route = route(asked);
        requests = of(route).stream().map(this::request).toList();
        if (requests.stream().allMatch(request -> request.calls.isEmpty())) {
            throw new RefusedTelemetry(file, "none of the " + requests.size() + " requests of '" + route.label()
                    + "' made a call: a call is a span of kind CLIENT below that of the request");
        }
        PathShapes shapes = new PathShapes(
                requests.stream().map(request -> request.calls.stream().map(Child::span).toList()).toList(), CallKey::base);
        requests.forEach(request -> request.calls.replaceAll(call -> new Child(call.root, call.span, call.path,
                call.span.kind() == Kind.CLIENT || call.span.kind() == Kind.PRODUCER
                        ? CallKey.of(call.span, shapes).orOf(upstream(call.span)) : new CallKey(call.span.service(), ""))));
    }

    /** By what the service says or, by their shape, by the paths. */
    private static Map<ServiceRoute, List<Span>> byRoute(List<Span> servers) {
        PathShapes shapes = new PathShapes(
                servers.stream().filter(span -> span.attribute("http.route").isEmpty()).map(List::of).toList(), Span::service);
        Set<String> paths = servers.stream().map(span -> span.service() + shapes.template(span)).collect(toSet());
        return servers.stream().collect(groupingBy(span -> {
            String route = span.attribute("http.route");
            String template = shapes.template(span);
            String shorter = template.replaceAll("(?<=.)/\\{id}", "");
            // Of /orders and /orders/{id} both are routes.
            return ServiceRoute.of(span, !route.isEmpty() ? route : span.attribute(Span.STATUS).equals("404") ? "UNKNOWN"
                    : paths.contains(span.service() + shorter) ? template : shorter);
        }));
    }

    private ServiceRoute route(Optional<String> name) {
        if (servers.isEmpty()) {
            throw new RefusedTelemetry(file, "has no span of kind SERVER, so no request of a route");
        }
        List<ServiceRoute> asked = servers.keySet().stream().filter(some -> name.map(text -> some.names().contains(text)
                || of(some).stream().anyMatch(span -> span.name().equals(text))).orElse(some.isReal())).toList();
        Set<ServiceRoute> entries = servers.keySet().stream().filter(some -> !of(some).stream().allMatch(this::hasCaller)).collect(toSet());
        ServiceRoute only = ServiceRoute.only(file, name.map(Set::of).orElse(Set.of()),
                List.of(asked, asked.stream().filter(some -> name.isEmpty() && entries.contains(some)).toList()),
                counts(name.isPresent() && !asked.isEmpty() ? asked : name.isPresent() || entries.isEmpty() ? servers.keySet() : entries));
        List<ServiceRoute> others = servers.keySet().stream().filter(some -> !some.equals(only)).toList();
        if (name.isEmpty() && !others.isEmpty()) {
            remarks.add("Not of this route, so left out: " + ServiceRoute.counted(counts(others)) + ".");
        }
        return only;
    }

    private List<Span> of(ServiceRoute some) {
        return servers.getOrDefault(some, List.of());
    }

    private Map<ServiceRoute, Double> counts(Collection<ServiceRoute> routes) {
        return routes.stream().collect(toMap(some -> some, some -> (double) of(some).size()));
    }

    /** Whether another request in the file made this one. */
    private boolean hasCaller(Span span) {
        return Stream.iterate(span.parentId(), byId::containsKey, id -> byId.getOrDefault(id, span).parentId()).limit(MAX_ABOVE)
                .anyMatch(id -> byId.getOrDefault(id, span).kind() == Kind.SERVER);
    }

    /** The service that answered a call, where it has recorded that. */
    private String upstream(Span call) {
        return children.getOrDefault(call.id(), List.of()).stream().filter(span -> span.kind() == Kind.SERVER)
                .map(Span::service).findFirst().orElse("");
    }

    /** Goes down through the service's own spans; what lies below a call happened in the upstream or its client. */
    private Request request(Span root) {
        Request request = new Request(root, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Set<String> seen = new HashSet<>();
        Deque<Child> open = new ArrayDeque<>(List.of(new Child(root, root, List.of(), NO_CALL)));
        while (!open.isEmpty()) {
            Child parent = open.pop();
            for (Span span : children.getOrDefault(parent.span.id(), List.of())) {
                Child child = new Child(root, span, parent.path, NO_CALL);
                boolean connection = span.name().matches(CONNECTION);
                boolean wraps = span.kind() == Kind.CLIENT && (connection || wrapsCalls(span));
                if (span.kind() == Kind.CONSUMER || !seen.add(span.id())) {
                    continue;
                }
                // Also what another service recorded, where this one did not record that it called it.
                if (!wraps && (span.kind() == Kind.CLIENT || span.kind() == Kind.PRODUCER
                        || !span.service().isEmpty() && !span.service().equals(root.service()))) {
                    request.calls.add(child);
                    continue;
                }
                if (connection && !span.name().equalsIgnoreCase("connection")) {
                    request.waits.add(span);
                } else if (!wraps && parent.path.size() < MAX_DEPTH) {
                    child = new Child(root, span, Stream.concat(parent.path.stream(), Stream.of(span.name())).toList(), NO_CALL);
                    request.ownWork.add(child);
                }
                open.push(child);
            }
        }
        if (seen.contains(root.id())) {
            warnings.leftOut("span", "'" + RefusedTelemetry.shown(root.id()) + "'", "is among its own parents");
        }
        request.calls.sort(Comparator.comparing(Child::span, Span.IN_ORDER));
        return request;
    }

    /** A client that calls several times, or whose call is a small part of it: the calls are those within. */
    private boolean wrapsCalls(Span client) {
        List<Span> within = children.getOrDefault(client.id(), List.of()).stream()
                .filter(span -> span.kind() == Kind.CLIENT && span.service().equals(client.service())).toList();
        return within.size() > 1 || within.size() == 1 && within.getFirst().ms() < client.ms() / 2;
    }
}
