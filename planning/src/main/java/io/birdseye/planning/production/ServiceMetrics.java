package io.birdseye.planning.production;

import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
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
    private static final int MAX_SHOWN = 12;
    private static final int MAX_REPEATS = 16;
    private static final double MIN_RATE = 0.01;
    private static final double MAX_RATE = 1e6;

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

    private static final List<MetricFamily> CPU = List.of(
            new MetricFamily("process_cpu_seconds_total", 1000),
            new MetricFamily("jvm_cpu_time_seconds_total", 1000),
            new MetricFamily("process_cpu_time_ns_total", 1e-6));

    private final MetricsWindow window;
    private final Map<String, MetricHistogram> routes;
    private final String route;
    private final MetricHistogram requests;
    private final @Nullable Double cpuMs;

    /** @param asked names of the route; empty if the service has only one */
    ServiceMetrics(MetricsWindow window, Set<String> asked) throws RefusedTelemetry {
        this.window = window;
        routes = firstOf(REQUESTS, sample -> (sample.label(METHOD) + " " + sample.label(ROUTE)).strip());
        requireSome(routes, "request", REQUESTS);
        route = route(asked);
        requests = Objects.requireNonNull(routes.get(route));
        cpuMs = cpuMs();
    }

    /** Adds the rate of the route, and what the process takes of CPU time, to a draft from traces. */
    ScenarioDraft complete(ScenarioDraft draft) {
        return draft.with(
                perSecond(), rateRemarks(),
                cpuMs == null ? List.of() : List.of("By the metrics the whole process takes " + Format.ms(cpuMs)
                        + " of CPU for a request " + window.since() + ", all routes together; if the times below are more in"
                        + " sum, they hold waits."));
    }

    private String route(Set<String> asked) throws RefusedTelemetry {
        List<String> found = routes.keySet().stream()
                .filter(name -> asked.isEmpty() ? !isUpkeep(name) : asked.contains(name) || asked.contains(path(name)))
                .toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        String problem = asked.isEmpty()
                ? "has several routes; name one with --route"
                : "has no single route " + asked.stream().sorted().map(name -> "'" + RefusedTelemetry.shown(name) + "'")
                        .collect(Collectors.joining(" or "));
        throw new RefusedTelemetry(window.file(), problem + ": there are " + routes.entrySet().stream()
                .sorted(Comparator.comparingDouble(entry -> -entry.getValue().count()))
                .limit(MAX_SHOWN)
                .map(entry -> "'" + RefusedTelemetry.shown(entry.getKey()) + "' ("
                        + Format.plain(entry.getValue().count()) + ")")
                .collect(Collectors.joining(", ")));
    }

    private static String path(String route) {
        return route.substring(route.indexOf(' ') + 1);
    }

    private static boolean isUpkeep(String route) {
        return path(route).matches(UPKEEP);
    }

    private double allRequests() {
        return routes.entrySet().stream()
                .filter(entry -> !isUpkeep(entry.getKey()))
                .mapToDouble(entry -> entry.getValue().count())
                .sum();
    }

    private @Nullable Double perSecond() {
        double rate = window.seconds() == null ? 0 : requests.count() / window.seconds();
        return rate >= MIN_RATE && rate <= MAX_RATE ? rate : null;
    }

    private List<String> rateRemarks() {
        return List.of(perSecond() == null
                ? "The rate is not known: " + Format.plain(requests.count()) + " requests were counted, but not in which"
                        + " time. Say it with --over, or give two scrapes."
                : "The mean " + window.since() + ", from " + Format.plain(requests.count())
                        + " requests. Pools have to carry the busiest minute: put its rate here.");
    }

    private @Nullable Double cpuMs() {
        double all = routes.values().stream().mapToDouble(MetricHistogram::count).sum();
        return CPU.stream()
                .flatMap(family -> window.samples().stream()
                        .filter(sample -> sample.name().equals(family.name()) && sample.value() > 0)
                        .map(sample -> sample.value() * family.unitMs() / all))
                .findFirst()
                .orElse(null);
    }

    ScenarioDraft draft() throws RefusedTelemetry {
        Function<MetricSample, CallKey> key = sample ->
                new CallKey(sample.label(PEER), (sample.label(METHOD) + " " + sample.label(DETAIL)).strip());
        SequencedMap<CallKey, MetricHistogram> calls = new LinkedHashMap<>(firstOf(CALLS, key));
        calls.putAll(firstOf(QUERIES, key));
        requireSome(calls, "call", CALLS);
        double all = allRequests();
        boolean severalRoutes = all > requests.count();
        Map<CallKey, String> names = CallKey.names(calls.keySet());
        Set<String> taken = new HashSet<>();
        List<ScenarioDraft.Call> drafts = new ArrayList<>();
        int usual = 0;
        for (Map.Entry<CallKey, MetricHistogram> entry : calls.entrySet()) {
            double perRequest = entry.getValue().count() / all;
            boolean rare = !severalRoutes && perRequest < 0.5;
            int times = rare || severalRoutes ? 1 : (int) Math.min(MAX_REPEATS, Math.round(perRequest));
            String name = CallKey.unique(Objects.requireNonNull(names.get(entry.getKey())), taken);
            drafts.add(call(name, entry.getValue(), perRequest, rare));
            for (int i = 1; i < times; i++) {
                drafts.add(ScenarioDraft.Call.like(name, CallKey.unique(name, taken), List.of(), List.of()));
            }
            usual += rare ? 0 : times;
        }
        if (usual == 0 || usual > MAX_CALLS) {
            throw new RefusedTelemetry(window.file(), "a request makes " + (usual == 0 ? "less than one call" : usual + " calls")
                    + " by these counts, but a scenario has 1 to " + MAX_CALLS);
        }
        drafts.sort(Comparator.comparing(ScenarioDraft.Call::rare));
        List<String> origin = new ArrayList<>(List.of(
                "From the metrics of '" + RefusedTelemetry.shown(route) + "', " + Format.plain(requests.count())
                        + " requests " + window.since() + ".",
                "Metrics do not tell which calls run side by side and what combines them: here all calls are one group. "
                        + "Traces tell it: --from-otel."));
        if (severalRoutes) {
            origin.add("Nor do they tell which route makes which call: the service has other routes, so delete the calls that"
                    + " this one does not make.");
        }
        return new ScenarioDraft(
                CallKey.kebab(route), origin,
                List.of(new ScenarioDraft.Group("all", List.of(), List.of(), drafts, cpuMs, cpuRemark(calls.values(), all))),
                perSecond(), rateRemarks(),
                requests.hasBuckets()
                        ? new ScenarioDraft.Today(requests.quantileMs(0.5), requests.quantileMs(0.99))
                        : null);
    }

    private String cpuRemark(Iterable<MetricHistogram> calls, double all) {
        if (cpuMs != null) {
            return "At most: the CPU time of the process " + window.since() + ", over all its requests. It holds"
                    + " collections, compilers and all else that the process did.";
        }
        double inTurn = 0;
        double slowest = 0;
        for (MetricHistogram call : calls) {
            inTurn += call.sumMs() / all;
            slowest = Math.max(slowest, call.meanMs());
        }
        double mean = requests.meanMs();
        return "The CPU time is not known. The mean request takes " + Format.ms(mean) + ", which leaves at most "
                + Format.ms(Math.max(0, mean - slowest)) + " if its calls run side by side and "
                + Format.ms(Math.max(0, mean - inTurn)) + " if they run in turn, with all waits.";
    }

    private ScenarioDraft.Call call(String name, MetricHistogram times, double perRequest, boolean rare) throws RefusedTelemetry {
        LatencyFit fit = times.hasBuckets()
                ? LatencyFit.ofHistogram(times)
                : LatencyFit.ofSamples(new double[] {times.meanMs()});
        fit.requireShort(window.file(), name);
        String remark = "Called " + Format.number(perRequest) + " times for each request"
                + (rare ? ", so it is left out. " : ". ")
                + (times.hasBuckets()
                        ? fit.remark()
                        : "Only the mean is known, since the service publishes no buckets; fill in for example"
                                + " { lognormal: { median: " + Format.fixed(0.9 * times.meanMs(), 1).replace(",", "")
                                + "ms, sigma: 0.5 } }.");
        return new ScenarioDraft.Call(
                name, List.of(remark), List.of(), null, fit.latency(), times.failed() / times.count(), -1, rare);
    }

    /** The first of these histograms that counted something, by the key that a sample's labels give. */
    private <K> SequencedMap<K, MetricHistogram> firstOf(List<MetricFamily> families, Function<MetricSample, K> key)
            throws RefusedTelemetry {
        for (MetricFamily family : families) {
            SequencedMap<K, MetricHistogram> measured = family.measured(window, key);
            if (!measured.isEmpty()) {
                return measured;
            }
        }
        return new LinkedHashMap<>();
    }

    private void requireSome(Map<?, ?> measured, String what, List<MetricFamily> families) throws RefusedTelemetry {
        if (!measured.isEmpty()) {
            return;
        }
        List<String> there = window.samples().stream()
                .map(MetricSample::name)
                .filter(name -> name.endsWith("_count"))
                .map(name -> RefusedTelemetry.shown(name.substring(0, name.length() - "_count".length())))
                .distinct()
                .sorted()
                .limit(MAX_SHOWN)
                .toList();
        throw new RefusedTelemetry(window.file(), "counts no " + what + "; known are "
                + families.stream().map(MetricFamily::name).collect(Collectors.joining(", ")) + "; there "
                + (there.isEmpty() ? "is no histogram" : "is " + String.join(", ", there)));
    }
}
