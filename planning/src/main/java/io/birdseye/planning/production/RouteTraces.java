package io.birdseye.planning.production;

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
import org.jspecify.annotations.Nullable;

/** Finds the requests of one route in the spans of many traces, and the calls that each of them made. */
final class RouteTraces {

    private static final int MAX_SHOWN = 12;

    /** Of a deeper nest of the service's own spans only the outer ones tell groups apart. */
    private static final int MAX_DEPTH = 32;

    private static final CallKey NO_CALL = new CallKey("", "");

    private final Map<String, Span> byId = new HashMap<>();
    private final List<Span> spans = new ArrayList<>();
    private final Map<String, List<Span>> children = new HashMap<>();

    private RouteTraces(List<Span> recorded) throws RefusedTelemetry {
        for (Span span : recorded) {
            Span other = byId.putIfAbsent(span.id(), span);
            if (other == null) {
                spans.add(span);
                children.computeIfAbsent(span.parentId(), _ -> new ArrayList<>()).add(span);
            } else if (!span.time().equals(other.time()) || !span.parentId().equals(other.parentId())) {
                // An exporter repeats a span when it got no answer, with the same times.
                throw new RefusedTelemetry(span.place(), "has the spanId '"
                        + RefusedTelemetry.shown(span.id().substring(span.id().indexOf(' ') + 1)) + "' of another span of its trace");
            }
        }
        requireNoCycles();
    }

    /** The label is the route as messages show it, with its method and the service where they are recorded. */
    record Route(String file, String label, Set<String> names, List<Request> requests) {}

    /** One request of the route: its span, its calls in the order of their starts, and the spans of its own work. */
    record Request(Span root, List<Child> calls, List<Child> ownWork) {}

    /** A span below that of the request; its path names the service's own spans around it, the outermost first. */
    record Child(Span span, List<String> path, CallKey key) {}

    /**
     * A route is {@code /basket}, {@code GET /basket} or the span's name; empty if the file has only one. Refuses a
     * route that is not there, not clear or without calls, and spans that are parents of one another.
     */
    static Route find(String file, List<Span> recorded, Optional<String> route) throws RefusedTelemetry {
        RouteTraces traces = new RouteTraces(recorded);
        List<Span> roots = traces.roots(file, route);
        List<Request> requests = roots.stream().map(traces::request).toList();
        String label = label(roots.getFirst());
        if (requests.stream().allMatch(request -> request.calls().isEmpty())) {
            throw new RefusedTelemetry(file, "none of the " + requests.size() + " requests of '"
                    + RefusedTelemetry.shown(label) + "' made a call: a call is a span of kind CLIENT below that of the request");
        }
        return new Route(file, label, labels(roots.getFirst()), requests);
    }

    private @Nullable Span parent(Span span) {
        return byId.get(span.parentId());
    }

    private void requireNoCycles() throws RefusedTelemetry {
        Set<String> sound = new HashSet<>();
        for (Span span : spans) {
            Set<String> way = new HashSet<>();
            for (Span next = span; next != null && !sound.contains(next.id()); next = parent(next)) {
                if (!way.add(next.id())) {
                    throw new RefusedTelemetry(next.place(), "is among its own parents, which parentSpanId must not say");
                }
            }
            sound.addAll(way);
        }
    }

    private List<Span> roots(String file, Optional<String> route) throws RefusedTelemetry {
        List<Span> servers = spans.stream().filter(span -> span.kind() == Kind.SERVER).toList();
        List<Span> asked = servers.stream()
                .filter(span -> route.isPresent() ? labels(span).contains(route.get()) : parent(span) == null)
                .toList();
        long found = asked.stream().map(RouteTraces::label).distinct().count();
        if (found == 1) {
            return asked;
        }
        if (servers.isEmpty()) {
            throw new RefusedTelemetry(file, "has no span of kind SERVER, so no request of a route");
        }
        String problem = (found == 0
                        ? route.map(name -> "has no request of the route '%s'")
                                .orElse("has no request at the start of a trace; name a route with --route")
                        : route.map(name -> "has several routes '%s'; name one with --route in full")
                                .orElse("has several routes; name one with --route"))
                .replace("%s", RefusedTelemetry.shown(route.orElse("")));
        throw new RefusedTelemetry(file, problem + ": there are " + routes(found == 0 ? servers : asked));
    }

    private static String routes(List<Span> servers) {
        Map<String, Long> counts = servers.stream().collect(Collectors.groupingBy(RouteTraces::label, Collectors.counting()));
        return counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                        .limit(MAX_SHOWN)
                        .map(entry -> "'" + RefusedTelemetry.shown(entry.getKey()) + "' (" + entry.getValue() + ")")
                        .collect(Collectors.joining(", "))
                + (counts.size() > MAX_SHOWN ? " and " + (counts.size() - MAX_SHOWN) + " more" : "");
    }

    /** As {@code shop GET /basket}. */
    private static String label(Span span) {
        return (span.attribute(Span.SERVICE) + " " + methodAndRoute(span)).stripLeading();
    }

    private static String methodAndRoute(Span span) {
        String route = span.attribute("http.route");
        return route.isEmpty()
                ? span.name()
                : (span.attribute("http.request.method", "http.method") + " " + route).stripLeading();
    }

    private static Set<String> labels(Span span) {
        Set<String> labels = new HashSet<>(List.of(label(span), methodAndRoute(span), span.name()));
        labels.add(span.attribute("http.route"));
        labels.remove("");
        return Set.copyOf(labels);
    }

    /** Goes down through the service's own spans; what lies below a call happened in the upstream or its client. */
    private Request request(Span root) {
        List<Child> calls = new ArrayList<>();
        List<Child> ownWork = new ArrayList<>();
        Deque<Child> open = new ArrayDeque<>(List.of(new Child(root, List.of(), NO_CALL)));
        while (!open.isEmpty()) {
            Child parent = open.pop();
            for (Span child : children.getOrDefault(parent.span.id(), List.of())) {
                if (child.kind() == Kind.CLIENT) {
                    calls.add(new Child(child, parent.path, CallKey.of(child)));
                } else if (child.kind() == Kind.OTHER) {
                    List<String> path = new ArrayList<>(parent.path);
                    if (path.size() < MAX_DEPTH) {
                        path.add(child.name());
                    }
                    Child work = new Child(child, path, NO_CALL);
                    ownWork.add(work);
                    open.push(work);
                }
            }
        }
        calls.sort(Comparator.comparingLong((Child call) -> call.span.time().start()).thenComparingLong(call -> call.span.time().end()));
        return new Request(root, calls, ownWork);
    }
}
