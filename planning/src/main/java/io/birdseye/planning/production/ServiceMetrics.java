package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.planning.production.MetricFamily.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests, calls and CPU time from the metrics of a service, by the names that OpenTelemetry and Micrometer give
 * them. Metrics tell no tree: neither which route makes which call, nor what runs side by side.
 */
final class ServiceMetrics {

    private static final int MAX_CALLS = 64;
    private static final int MOST_SHOWN = 12;
    private static final int MAX_REPEATS = 16;
    private static final double LOWEST_RATE = 0.01;
    private static final double HIGHEST_RATE = 1e6;

    /** Requests of a machine and not of a user. */
    private static final String UPKEEP = "/(actuator|metrics|health|healthz|livez|readyz|ready|live|q/)(/.*)?";

    private static final List<String> ROUTE = List.of("http_route", "uri", "route");
    private static final List<String> METHOD = List.of("http_request_method", "http_method", "method");
    private static final List<String> PEER =
            List.of("server_address", "net_peer_name", "client_name", "peer_service", "db_system_name", "db_system");
    private static final List<String> DETAIL = List.of("url_template", "uri", "db_operation_name", "db_operation");

    private static final List<MetricFamily> REQUESTS = List.of(
            new MetricFamily("http_server_request_duration_seconds", 1000), // OpenTelemetry
            new MetricFamily("http_server_requests_seconds", 1000), // Micrometer
            new MetricFamily("http_server_duration_milliseconds", 1)); // OpenTelemetry before 1.23
    private static final List<MetricFamily> CALLS = List.of(
            new MetricFamily("http_client_request_duration_seconds", 1000),
            new MetricFamily("http_client_requests_seconds", 1000),
            new MetricFamily("http_client_duration_milliseconds", 1));
    private static final List<MetricFamily> QUERIES = List.of(new MetricFamily("db_client_operation_duration_seconds", 1000));

    /** CPU time of the process, and one of its unit in ms. */
    private static final List<MetricFamily> CPU = List.of(
            new MetricFamily("process_cpu_seconds_total", 1000),
            new MetricFamily("jvm_cpu_time_seconds_total", 1000),
            new MetricFamily("process_cpu_time_ns_total", 1e-6));

    private final MetricsWindow window;
    private final Map<String, Measured> routes;
    private final String route;

    private ServiceMetrics(MetricsWindow window, Set<String> asked) throws RefusedTelemetry {
        this.window = window;
        this.routes = firstOf(REQUESTS, sample -> (sample.label(METHOD) + " " + sample.label(ROUTE)).strip());
        requireSome(routes, "request", REQUESTS);
        this.route = route(asked);
    }

    /**
     * Drafts a scenario.
     *
     * @param route such as {@code /basket} or {@code GET /basket}; empty if the service has only one
     */
    static ScenarioDraft draft(MetricsWindow window, Optional<String> route) throws RefusedTelemetry {
        return new ServiceMetrics(window, route.map(Set::of).orElse(Set.of())).draft();
    }

    /** Adds the rate of a route, and what the process takes of CPU time, to a draft from traces. */
    static ScenarioDraft complete(ScenarioDraft draft, MetricsWindow window, Set<String> names) throws RefusedTelemetry {
        ServiceMetrics metrics = new ServiceMetrics(window, names);
        Double cpuMs = metrics.cpuMs();
        return draft.with(
                metrics.perSecond(), metrics.rateRemarks(),
                cpuMs == null ? List.of() : List.of("By the metrics the whole process takes " + Format.ms(cpuMs)
                        + " of CPU for a request " + window.since() + ", all routes together; if the times below are more in"
                        + " sum, they hold waits."));
    }

    private String route(Set<String> asked) throws RefusedTelemetry {
        List<String> found = routes.keySet().stream()
                .filter(name -> asked.isEmpty()
                        ? !path(name).matches(UPKEEP)
                        : asked.contains(name) || asked.contains(path(name)))
                .toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        String problem = asked.isEmpty()
                ? "has several routes; name one with --route"
                : "has no single route " + asked.stream().sorted().map(name -> "'" + RefusedTelemetry.shown(name) + "'")
                        .collect(Collectors.joining(" or "));
        throw new RefusedTelemetry(window.file(), problem + ": there are " + routes.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Measured> entry) -> -entry.getValue().count()))
                .limit(MOST_SHOWN)
                .map(entry -> "'" + RefusedTelemetry.shown(entry.getKey()) + "' ("
                        + Format.plain(entry.getValue().count()) + ")")
                .collect(Collectors.joining(", ")));
    }

    private static String path(String route) {
        return route.substring(route.indexOf(' ') + 1);
    }

    private Measured measured() {
        return Objects.requireNonNull(routes.get(route));
    }

    private double allRequests() {
        return routes.entrySet().stream()
                .filter(entry -> !path(entry.getKey()).matches(UPKEEP))
                .mapToDouble(entry -> entry.getValue().count())
                .sum();
    }

    private @Nullable Double perSecond() {
        Double seconds = window.seconds();
        if (seconds == null) {
            return null;
        }
        double rate = measured().count() / seconds;
        return rate >= LOWEST_RATE && rate <= HIGHEST_RATE ? rate : null;
    }

    private List<String> rateRemarks() {
        return List.of(perSecond() == null
                ? "The rate is not known: " + Format.plain(measured().count()) + " requests were counted, but not in which"
                        + " time. Say it with --over, or give two scrapes."
                : "The mean " + window.since() + ", from " + Format.plain(measured().count())
                        + " requests. Pools have to carry the busiest minute: put its rate here.");
    }

    private @Nullable Double cpuMs() {
        double requests = routes.values().stream().mapToDouble(Measured::count).sum();
        for (MetricFamily family : CPU) {
            for (MetricSample sample : window.samples()) {
                if (sample.name().equals(family.name()) && sample.value() > 0) {
                    return sample.value() * family.unitMs() / requests;
                }
            }
        }
        return null;
    }

    private ScenarioDraft draft() throws RefusedTelemetry {
        Function<MetricSample, CallKey> key = sample ->
                new CallKey(sample.label(PEER), (sample.label(METHOD) + " " + sample.label(DETAIL)).strip());
        Map<CallKey, Measured> calls = new LinkedHashMap<>(firstOf(CALLS, key));
        calls.putAll(firstOf(QUERIES, key));
        requireSome(calls, "call", CALLS);
        double requests = allRequests();
        boolean severalRoutes = requests > measured().count();
        Map<CallKey, String> names = CallKey.names(calls.keySet());
        Set<String> taken = new HashSet<>();
        List<ScenarioDraft.Call> drafts = new ArrayList<>();
        int usual = 0;
        for (Map.Entry<CallKey, Measured> entry : calls.entrySet()) {
            double perRequest = entry.getValue().count() / requests;
            boolean rare = !severalRoutes && perRequest < 0.5;
            int times = rare || severalRoutes ? 1 : (int) Math.min(MAX_REPEATS, Math.round(perRequest));
            String name = CallKey.unique(Objects.requireNonNull(names.get(entry.getKey())), taken);
            drafts.add(call(name, entry.getValue(), perRequest, rare));
            for (int i = 1; i < times; i++) {
                drafts.add(new ScenarioDraft.Call(
                        CallKey.unique(name, taken), List.of(), List.of(), name, Latency.Fixed.ZERO, 0, -1, false));
            }
            usual += rare ? 0 : times;
        }
        if (usual == 0 || usual > MAX_CALLS) {
            throw new RefusedTelemetry(window.file(), "a request makes " + (usual == 0 ? "less than one call" : usual + " calls")
                    + " by these counts, but a scenario has 1 to " + MAX_CALLS);
        }
        drafts.sort(Comparator.comparing(ScenarioDraft.Call::rare));
        return scenario(drafts, severalRoutes, calls);
    }

    private ScenarioDraft scenario(List<ScenarioDraft.Call> drafts, boolean severalRoutes, Map<CallKey, Measured> calls) {
        List<String> origin = new ArrayList<>(List.of(
                "From the metrics of '" + RefusedTelemetry.shown(route) + "', " + Format.plain(measured().count())
                        + " requests " + window.since() + ".",
                "Metrics do not tell which calls run side by side and what combines them: here all calls are one group. "
                        + "Traces tell it: --from-otel."));
        if (severalRoutes) {
            origin.add("Nor do they tell which route makes which call: the service has other routes, so delete the calls that"
                    + " this one does not make.");
        }
        Double cpuMs = cpuMs();
        MetricHistogram histogram = measured().histogram();
        String name = CallKey.kebab(route);
        return new ScenarioDraft(
                name.isEmpty() ? "my-endpoint" : name, origin,
                List.of(new ScenarioDraft.Group("all", List.of(), List.of(), drafts, cpuMs, cpuRemarks(cpuMs, calls))),
                perSecond(), rateRemarks(),
                histogram == null
                        ? null
                        : new ScenarioDraft.Today(histogram.quantileMs(0.5), histogram.quantileMs(0.99)));
    }

    private List<String> cpuRemarks(@Nullable Double cpuMs, Map<CallKey, Measured> calls) {
        if (cpuMs != null) {
            return List.of("At most: the CPU time of the process " + window.since() + ", over all its requests. It holds"
                    + " collections, compilers and all else that the process did.");
        }
        double requests = allRequests();
        double inTurn = calls.values().stream().mapToDouble(call -> call.sumMs() / requests).sum();
        double slowest = calls.values().stream().mapToDouble(Measured::meanMs).max().orElse(0);
        double mean = measured().meanMs();
        return List.of("The CPU time is not known. The mean request takes " + Format.ms(mean) + ", which leaves at most "
                + Format.ms(Math.max(0, mean - slowest)) + " if its calls run side by side and "
                + Format.ms(Math.max(0, mean - inTurn)) + " if they run in turn, with all waits.");
    }

    private ScenarioDraft.Call call(String name, Measured measured, double perRequest, boolean rare) throws RefusedTelemetry {
        MetricHistogram histogram = measured.histogram();
        String often = "Called " + Format.number(perRequest) + " times for each request"
                + (rare ? ", so it is left out. " : ". ");
        double failing = measured.failed() / measured.count();
        if (histogram == null) {
            LatencyFit mean = LatencyFit.ofSamples(new double[] {measured.meanMs()});
            mean.requireShort(window.file(), name);
            return new ScenarioDraft.Call(
                    name, List.of(often + "Only the mean is known, since the service publishes no buckets; fill in for example"
                            + " { lognormal: { median: " + Format.fixed(0.9 * measured.meanMs(), 1).replace(",", "")
                            + "ms, sigma: 0.5 } }."),
                    List.of(), null, mean.latency(), failing, -1, rare);
        }
        LatencyFit fit = LatencyFit.ofHistogram(histogram);
        fit.requireShort(window.file(), name);
        return new ScenarioDraft.Call(
                name, List.of(often + Remarks.fit(fit)), List.of(), null, fit.latency(), failing, -1, rare);
    }

    /** The first of these histograms that counted something, by the key that a sample's labels give. */
    private <K> Map<K, Measured> firstOf(List<MetricFamily> families, Function<MetricSample, K> key)
            throws RefusedTelemetry {
        for (MetricFamily family : families) {
            Map<K, Measured> measured = family.measured(window, key);
            if (!measured.isEmpty()) {
                return measured;
            }
        }
        return Map.of();
    }

    private void requireSome(Map<?, Measured> measured, String what, List<MetricFamily> families) throws RefusedTelemetry {
        if (!measured.isEmpty()) {
            return;
        }
        List<String> there = window.samples().stream()
                .map(MetricSample::name)
                .filter(name -> name.endsWith("_count"))
                .map(name -> RefusedTelemetry.shown(name.substring(0, name.length() - "_count".length())))
                .distinct()
                .sorted()
                .limit(MOST_SHOWN)
                .toList();
        throw new RefusedTelemetry(window.file(), "counts no " + what + "; known are "
                + families.stream().map(MetricFamily::name).collect(Collectors.joining(", ")) + "; there "
                + (there.isEmpty() ? "is no histogram" : "is " + String.join(", ", there)));
    }
}
