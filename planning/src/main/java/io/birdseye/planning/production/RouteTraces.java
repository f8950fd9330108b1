package io.birdseye.planning.production;

import io.birdseye.planning.production.ObservedRequest.ObservedCall;
import io.birdseye.planning.production.ObservedRequest.OwnWork;
import io.birdseye.planning.production.Span.Kind;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the requests of one route in the spans of many traces, and the calls that each of them made. */
final class RouteTraces {

    private static final int SHOWN_ROUTES = 12;

    /** Of a deeper nest of the service's own spans only the outer ones tell groups apart. */
    private static final int DEEPEST_PATH = 32;

    private final String file;
    private final List<Span> spans = new ArrayList<>();
    private final Map<String, Span> byId = new HashMap<>();
    private final Map<String, List<Span>> children = new HashMap<>();

    private RouteTraces(String file, List<Span> recorded) throws RefusedTelemetry {
        this.file = file;
        for (Span span : recorded) {
            Span other = byId.putIfAbsent(id(span.traceId(), span.spanId()), span);
            if (other == null) {
                spans.add(span);
                children.computeIfAbsent(id(span.traceId(), span.parentId()), key -> new ArrayList<>()).add(span);
            } else if (!sameTimes(span, other)) {
                throw new RefusedTelemetry(
                        span.place(), "has the spanId '" + RefusedTelemetry.shown(span.spanId()) + "' of another span of its trace");
            }
        }
        requireNoCycles();
    }

    /**
     * The requests of a route.
     *
     * @param label the route as messages show it, with its method and the service where they are recorded
     * @param names all names by which it may be asked for
     */
    record Route(String label, Set<String> names, List<ObservedRequest> requests) {

        Route {
            names = Set.copyOf(names);
            requests = List.copyOf(requests);
        }
    }

    /**
     * Finds them.
     *
     * @param route such as {@code /basket}, {@code GET /basket} or the span's name; empty if the file has only one
     * @throws RefusedTelemetry if it is not there or not clear, if no request made a call, or if spans are parents of
     *     one another
     */
    static Route find(String file, List<Span> recorded, Optional<String> route) throws RefusedTelemetry {
        RouteTraces traces = new RouteTraces(file, recorded);
        List<Span> roots = traces.roots(route);
        List<ObservedRequest> requests = roots.stream().map(traces::request).toList();
        String label = label(roots.getFirst());
        if (requests.stream().allMatch(request -> request.calls().isEmpty())) {
            throw new RefusedTelemetry(file, "none of the " + requests.size() + " requests of '"
                    + RefusedTelemetry.shown(label) + "' made a call: a call is a span of kind CLIENT below that of the request");
        }
        return new Route(label, labels(roots.getFirst()), requests);
    }

    /** Exporters send a span again if they got no answer. */
    private static boolean sameTimes(Span one, Span other) {
        return one.startNanos() == other.startNanos() && one.endNanos() == other.endNanos()
                && one.parentId().equals(other.parentId());
    }

    private static String id(String traceId, String spanId) {
        return traceId + " " + spanId;
    }

    private Optional<Span> parent(Span span) {
        return span.parentId().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(byId.get(id(span.traceId(), span.parentId())));
    }

    private void requireNoCycles() throws RefusedTelemetry {
        Set<Span> sound = new HashSet<>();
        for (Span span : spans) {
            Set<Span> way = new HashSet<>();
            Optional<Span> next = Optional.of(span);
            while (next.isPresent() && !sound.contains(next.get())) {
                if (!way.add(next.get())) {
                    throw new RefusedTelemetry(
                            next.get().place(), "is among its own parents, which parentSpanId must not say");
                }
                next = parent(next.get());
            }
            sound.addAll(way);
        }
    }

    private List<Span> roots(Optional<String> route) throws RefusedTelemetry {
        List<Span> servers = spans.stream().filter(span -> span.kind() == Kind.SERVER).toList();
        List<Span> asked = servers.stream()
                .filter(span -> route.isPresent() ? labels(span).contains(route.get()) : parent(span).isEmpty())
                .toList();
        Set<String> found = asked.stream().map(RouteTraces::label).collect(Collectors.toSet());
        if (found.size() == 1) {
            return asked;
        }
        if (servers.isEmpty()) {
            throw new RefusedTelemetry(file, "has no span of kind SERVER, so no request of a route");
        }
        String problem = found.isEmpty()
                ? route.map(name -> "has no request of the route '" + RefusedTelemetry.shown(name) + "'")
                        .orElse("has no request at the start of a trace; name a route with --route")
                : route.map(name -> "has several routes '" + RefusedTelemetry.shown(name) + "'; name one with --route in full")
                        .orElse("has several routes; name one with --route");
        throw new RefusedTelemetry(file, problem + ": there are " + routes(found.isEmpty() ? servers : asked));
    }

    private static String routes(List<Span> servers) {
        Map<String, Long> counts = servers.stream()
                .collect(Collectors.groupingBy(RouteTraces::label, LinkedHashMap::new, Collectors.counting()));
        String most = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN_ROUTES)
                .map(entry -> "'" + RefusedTelemetry.shown(entry.getKey()) + "' (" + entry.getValue() + ")")
                .collect(Collectors.joining(", "));
        return most + (counts.size() > SHOWN_ROUTES ? " and " + (counts.size() - SHOWN_ROUTES) + " more" : "");
    }

    /** As {@code shop GET /basket}. */
    private static String label(Span span) {
        String method = span.attribute("http.request.method", "http.method");
        String route = span.attribute("http.route");
        String request = route.isEmpty() ? span.name() : method.isEmpty() ? route : method + " " + route;
        return span.service().isEmpty() ? request : span.service() + " " + request;
    }

    private static Set<String> labels(Span span) {
        String full = label(span);
        String request = span.service().isEmpty() ? full : full.substring(span.service().length() + 1);
        Set<String> labels = new HashSet<>(List.of(full, request, span.name()));
        labels.add(span.attribute("http.route"));
        labels.remove("");
        return labels;
    }

    private record Visit(Span span, List<String> path) {}

    /** Goes down through the service's own spans; what lies below a call happened in the upstream or its client. */
    private ObservedRequest request(Span root) {
        List<ObservedCall> calls = new ArrayList<>();
        List<OwnWork> ownWork = new ArrayList<>();
        Deque<Visit> open = new ArrayDeque<>(List.of(new Visit(root, List.of())));
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            for (Span child : children.getOrDefault(id(root.traceId(), visit.span.spanId()), List.of())) {
                if (child.kind() == Kind.CLIENT) {
                    calls.add(new ObservedCall(
                            key(child), visit.path, child.startNanos(), child.endNanos(), child.failed(), payload(child)));
                } else if (child.kind() == Kind.OTHER) {
                    List<String> path = new ArrayList<>(visit.path);
                    if (path.size() < DEEPEST_PATH) {
                        path.add(child.name());
                    }
                    ownWork.add(new OwnWork(path, child.startNanos(), child.endNanos()));
                    open.push(new Visit(child, path));
                }
            }
        }
        calls.sort(Comparator.comparingLong(ObservedCall::startNanos).thenComparingLong(ObservedCall::endNanos));
        return new ObservedRequest(root.startNanos(), root.endNanos(), calls, ownWork);
    }

    private static CallKey key(Span call) {
        String peer = call.attribute("peer.service", "server.address", "net.peer.name", "http.host");
        String database = call.attribute("db.system.name", "db.system");
        boolean named = !CallKey.host(peer).isEmpty();
        String operation = call.name();
        if (operation.isBlank() || operation.matches("(HTTP )?[A-Z]{3,7}")) {
            String path = call.attribute("url.template", "http.route", "url.path", "http.target");
            operation = operation + " " + CallKey.pathTemplate(path.isEmpty() ? pathOf(call) : path);
        } else {
            operation = CallKey.pathTemplate(operation).replaceFirst("^/", "");
        }
        if (!named && database.isEmpty()) {
            String port = call.attribute("server.port", "net.peer.port");
            boolean nameless = operation.isBlank() || operation.strip().matches("(HTTP )?[A-Z]{3,7}");
            return new CallKey("", nameless ? "port " + port : operation.strip());
        }
        return new CallKey(named ? peer : database, operation.strip());
    }

    private static String pathOf(Span call) {
        String url = call.attribute("url.full", "http.url");
        try {
            String path = URI.create(url).getPath();
            return path == null ? "" : path;
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static double payload(Span call) {
        try {
            return Double.parseDouble(call.attribute(
                    "http.response.body.size", "http.response_content_length", "http.response.header.content-length"));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
