package io.birdseye.planning.production;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.planning.production.MetricHistogram.Family;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests, calls and CPU time from the metrics of a service, by the names that OpenTelemetry, Micrometer and Istio
 * give them, or by one that the user names. Metrics tell no tree: neither which route makes which call, nor what runs side
 * by side. Instances of one service are taken together.
 */
final class ServiceMetrics {

    private static final int MAX_CALLS = 64;
    private static final int MAX_SHOWN = 12;
    private static final int MAX_REPEATS = 8;

    private static final List<String> SERVICE = List.of("job", "exported_job", "service_name", "service", "application", "app");
    private static final List<String> INSTANCE = List.of("instance", "exported_instance", "service_instance_id", "pod");
    private static final List<String> ROUTE = List.of("http_route", "uri", "route", "path", "handler", "endpoint");
    private static final List<String> METHOD = List.of("http_request_method", "http_method", "method", "verb");
    private static final List<String> PEER = List.of("server_address", "net_peer_name", "client_name", "clientName", "peer_service",
            "destination_service_name", "destination_workload", "target", "upstream", "remote_service", "grpc_service",
            "db_system_name", "db_system", "pool", "pool_name", "host");
    private static final List<String> PORT = List.of("server_port", "net_peer_port");
    private static final List<String> DETAIL =
            List.of("url_template", "uri", "db_operation_name", "db_operation", "grpc_method", "path");

    /** Of OpenTelemetry, Micrometer, OpenTelemetry before 1.23, and Istio, which counts at both sides. */
    private static final List<Family> REQUESTS = families("http_server_request_duration_seconds",
            "http_server_requests_seconds", "http_server_duration_milliseconds", "istio_request_duration_milliseconds");
    private static final List<Family> CALLS = families("http_client_request_duration_seconds",
            "http_client_requests_seconds", "http_client_duration_milliseconds", "istio_request_duration_milliseconds");
    private static final List<Family> QUERIES =
            families("db_client_operation_duration_seconds", "spring_data_repository_invocations_seconds");

    /** How long connections were held: at most so long took the queries. */
    private static final List<Family> HELD = families("hikaricp_connections_usage_seconds",
            "db_client_connections_use_time_milliseconds", "db_client_connection_use_time_seconds");
    private static final List<Family> CPU = List.of(new Family("process_cpu_seconds_total", 1000),
            new Family("jvm_cpu_time_seconds_total", 1000), new Family("process_cpu_time_seconds_total", 1000),
            new Family("process_cpu_time_ns_total", 1e-6));

    private final MetricsWindow window;
    private final ScenarioDraft.Wanted wanted;
    private final Map<RouteKey, MetricHistogram> routes;
    private final RouteKey route;
    private final MetricHistogram requests;
    private final double all;
    private final long instances;
    private final @Nullable Double cpuMs;
    private final SequencedMap<CallKey, MetricHistogram> calls;
    private final boolean isHeld;

    private record RouteKey(String service, String method, String route) {

        String label() {
            return (service + " " + methodAndRoute()).strip();
        }

        String methodAndRoute() {
            return (method + " " + route).strip();
        }
    }

    /** @param asked names of the route; empty if the service has only one */
    ServiceMetrics(MetricsWindow scraped, ScenarioDraft.Wanted wanted, Set<String> asked) throws RefusedTelemetry {
        this.wanted = wanted;
        window = scraped;
        List<Family> families = wanted.metric().map(name -> List.of(Family.of(name))).orElse(REQUESTS);
        List<MetricSample> counted = scraped.samples().stream()
                .filter(sample -> families.stream().anyMatch(family -> sample.name().startsWith(family.name())))
                .toList();
        if (!counted.isEmpty() && wanted.routeLabel().map(label -> values(counted, label) == 0).orElse(false)) {
            throw new RefusedTelemetry(window.file(), "has no label '" + RefusedTelemetry.shown(wanted.routeLabel().get()) + "'; there are "
                    + counted.stream().flatMap(sample -> sample.withoutBound().keySet().stream()).distinct().sorted().limit(MAX_SHOWN)
                            .map(RefusedTelemetry::shown).collect(joining(", ")));
        }
        String label = SERVICE.stream().filter(name -> values(counted, name) > 1).findFirst().orElse("");
        routes = firstOf(scraped.of(sample -> !sample.label("reporter").equals("source")), families, sample -> new RouteKey(
                service(sample, label), sample.label(METHOD).toUpperCase(Locale.ROOT), sample.label(wanted.routeLabel().map(List::of).orElse(ROUTE))));
        if (routes.isEmpty()) {
            throw none("request", families);
        }
        if (routes.keySet().stream().anyMatch(key -> !key.route.isEmpty())) {
            routes.keySet().stream().filter(key -> key.route.isEmpty()).toList().forEach(key -> routes.put(
                    new RouteKey(key.service, key.method, "UNKNOWN"), Objects.requireNonNull(routes.remove(key))));
        }
        route = route(asked);
        requests = Objects.requireNonNull(routes.get(route));
        all = routes.entrySet().stream()
                .filter(entry -> entry.getKey().service.equals(route.service))
                .filter(entry -> RouteTraces.isReal(entry.getKey().route) || entry.getKey().equals(route))
                .mapToDouble(entry -> entry.getValue().count()).sum();
        MetricsWindow served = scraped.of(sample -> service(sample, label).isEmpty() || service(sample, label).equals(route.service));
        List<MetricSample> ofService = served.samples().stream().filter(counted::contains).toList();
        instances = INSTANCE.stream().mapToLong(name -> values(ofService, name)).max().orElse(0);
        // Of all instances, for each request of a route: those of upkeep and without a route take less.
        cpuMs = CPU.stream()
                .map(family -> served.samples().stream().filter(sample -> sample.name().equals(family.name()) && sample.value() > 0)
                        .mapToDouble(sample -> sample.value() * family.unitMs() / all).sum()).filter(sum -> sum > 0)
                .findFirst().orElse(null);
        MetricsWindow made = served.of(sample -> !sample.label("reporter").equals("destination"));
        SequencedMap<CallKey, MetricHistogram> found = calls(made);
        isHeld = found.isEmpty();
        calls = isHeld ? firstOf(made, HELD, ServiceMetrics::callKey) : found;
    }

    private static List<Family> families(String... names) {
        return Stream.of(names).map(Family::of).toList();
    }

    private static long values(List<MetricSample> samples, String label) {
        return samples.stream().map(sample -> sample.label(label)).filter(value -> !value.isEmpty()).distinct().count();
    }

    private static String service(MetricSample sample, String label) {
        return switch (sample.label("reporter")) {
            case "source" -> sample.label("source_workload");
            case "destination" -> sample.label("destination_workload");
            default -> sample.label(label);
        };
    }

    /** Adds the rate of the route, and what the process takes of CPU time, to a draft from traces. */
    ScenarioDraft complete(ScenarioDraft draft) {
        return draft.with(counted(), all > requests.count() ? null : cpuMs);
    }

    private RouteKey route(Set<String> asked) throws RefusedTelemetry {
        List<RouteKey> found = routes.keySet().stream().filter(key -> asked.isEmpty() ? RouteTraces.isReal(key.route)
                        : Stream.of(key.label(), key.methodAndRoute(), key.route, key.service).anyMatch(asked::contains))
                .toList();
        List<RouteKey> inFull = found.stream().filter(key -> asked.contains(key.label()) || asked.contains(key.methodAndRoute())).toList();
        if (found.size() == 1 || inFull.size() == 1) {
            return found.size() == 1 ? found.getFirst() : inFull.getFirst();
        }
        boolean services = found.stream().map(RouteKey::service).distinct().count() > 1;
        String problem = !asked.isEmpty() && found.isEmpty()
                ? "has no single route " + asked.stream().sorted().map(name -> "'" + RefusedTelemetry.shown(name) + "'").collect(joining(" or "))
                : found.isEmpty() ? "counts only requests of upkeep or without a route"
                : "has several " + (services ? "services" : "routes") + "; name one with --route";
        throw new RefusedTelemetry(window.file(), problem + ": there are " + counted(found.isEmpty() ? routes.keySet() : found));
    }

    private String counted(Collection<RouteKey> keys) {
        return RouteTraces.countedRoutes(keys.stream().collect(toMap(
                RouteKey::label, key -> Objects.requireNonNull(routes.get(key)).count(), Double::sum)));
    }

    private @Nullable Double perSecond() {
        double rate = window.seconds() == null ? 0 : requests.count() / window.seconds();
        return rate >= 0.01 && rate <= 1e6 ? rate : null; // as scenarios allow
    }

    private static CallKey callKey(MetricSample sample) {
        String repository = sample.label("repository");
        String detail = sample.label(DETAIL).replaceAll("(?i)^(none|unknown)$", "").replaceAll("/\\d+", "/{id}");
        return !repository.isEmpty() ? new CallKey("", repository + "." + sample.label(METHOD))
                : new CallKey(CallKey.peer(sample.label(PEER), sample.label(PORT)),
                        sample.label("reporter").isEmpty() ? (sample.label(METHOD) + " " + detail).strip() : "");
    }

    private static SequencedMap<CallKey, MetricHistogram> calls(MetricsWindow made) throws RefusedTelemetry {
        // Then histograms that by their names are of calls.
        Stream<Family> others = made.samples().stream().map(MetricSample::name).distinct()
                .filter(name -> name.matches("(?i)(?!db_|hikari).*(client|outgoing|outbound|upstream|external).*_(seconds|milliseconds|ms)_count"))
                .map(Family::of);
        SequencedMap<CallKey, MetricHistogram> found =
                new LinkedHashMap<>(firstOf(made, Stream.concat(CALLS.stream(), others).toList(), ServiceMetrics::callKey));
        found.putAll(firstOf(made, QUERIES, ServiceMetrics::callKey));
        return found;
    }

    ScenarioDraft draft() throws RefusedTelemetry {
        if (calls.isEmpty() && wanted.metric().isEmpty()) {
            throw none("call", CALLS);
        }
        Map<CallKey, String> names = CallKey.names(calls.keySet());
        Set<String> taken = new HashSet<>();
        List<ScenarioDraft.Call> drafts = new ArrayList<>();
        for (Map.Entry<CallKey, MetricHistogram> entry : calls.entrySet()) {
            double perRequest = entry.getValue().count() / all;
            String name = CallKey.unique(Objects.requireNonNull(names.get(entry.getKey())), taken);
            int times = all > requests.count() ? 1 : Math.clamp(Math.round(perRequest), 1, Integer.MAX_VALUE);
            drafts.add(call(name, entry.getValue(), perRequest, times > MAX_REPEATS ? times : 1));
            for (int i = 1; i < times && times <= MAX_REPEATS; i++) {
                drafts.add(new ScenarioDraft.Call(CallKey.unique(name, taken), List.of(), null, name, 1, ScenarioDraft.Answer.NONE));
            }
        }
        LatencyFit whole = fit(requests, "upstreams");
        if (calls.isEmpty()) {
            drafts.add(new ScenarioDraft.Call("upstreams", List.of("The metrics count no call: this lasts as long as a whole request, all"
                    + " its waits and its CPU time. Put your calls here. " + whole.remark()), null, null, 1,
                    new ScenarioDraft.Answer(whole.latency(), true, 0, -1)));
        }
        if (drafts.size() > MAX_CALLS) {
            throw new RefusedTelemetry(window.file(), "a request makes " + drafts.size() + " calls by these counts, but a scenario has 1 to "
                    + MAX_CALLS);
        }
        return new ScenarioDraft(CallKey.kebab(route.label()), List.of(), null, counted(),
                List.of(new ScenarioDraft.Group("all", drafts, cpuMs)), null,
                requests.isMeanOnly() ? null : whole);
    }

    private ScenarioDraft.Counted counted() {
        List<RouteKey> none = routes.keySet().stream()
                .filter(key -> !RouteTraces.isReal(key.route) && !key.equals(route)).toList();
        double mean = requests.meanMs();
        double slowest = calls.values().stream().mapToDouble(MetricHistogram::meanMs).max().orElse(0);
        double inTurn = calls.values().stream().mapToDouble(call -> call.meanMs() * call.count() / all).sum();
        return new ScenarioDraft.Counted(RefusedTelemetry.shown(route.label()),
                new ScenarioDraft.Volume(requests.count(), window.since(), instances, perSecond()),
                none.isEmpty() ? "" : counted(none), isHeld && !calls.isEmpty(), all > requests.count(),
                new ScenarioDraft.TimeLeft(mean, Math.max(0, mean - slowest), Math.max(0, mean - inTurn)));
    }

    private LatencyFit fit(MetricHistogram times, String name) throws RefusedTelemetry {
        LatencyFit fit = times.isMeanOnly() ? LatencyFit.ofSamples(new double[] {times.meanMs()}) : LatencyFit.ofHistogram(times);
        fit.requireShort(window.file(), name);
        return fit;
    }

    /** @param times that it is made in turn */
    private ScenarioDraft.Call call(String name, MetricHistogram each, double perRequest, int times) throws RefusedTelemetry {
        boolean severalRoutes = all > requests.count();
        LatencyFit fit = fit(each, name);
        boolean meanOnly = times > 1 || each.isMeanOnly();
        String remark = "Called " + Format.number(perRequest) + " times for each request" + (severalRoutes ? " of any route. " : ". ")
                + (times > 1 ? "Here it is one call that lasts as long as all of them in turn, " + Format.ms(each.meanMs()) + " each."
                : meanOnly ? "Only the mean is known, since the service publishes no buckets." : fit.remark());
        return new ScenarioDraft.Call(name, List.of(remark), null, null, severalRoutes || perRequest >= 0.98 ? 1 : perRequest,
                new ScenarioDraft.Answer(meanOnly ? new Latency.Fixed(times * each.meanMs()) : fit.latency(), meanOnly,
                        each.failed() / each.count(), -1));
    }

    /** The first of these histograms that counted something, by the key that a sample's labels give. */
    private static <K> SequencedMap<K, MetricHistogram> firstOf(
            MetricsWindow window, List<Family> families, Function<MetricSample, K> key) throws RefusedTelemetry {
        for (Family family : families) {
            SequencedMap<K, MetricHistogram> measured = family.measured(window, key);
            if (!measured.isEmpty()) {
                return measured;
            }
        }
        return new LinkedHashMap<>();
    }

    private RefusedTelemetry none(String what, List<Family> families) {
        Set<String> there = window.samples().stream().map(MetricSample::name).collect(Collectors.toSet());
        // A gauge may end in _count too, but has no sum.
        String histograms = there.stream().filter(name -> name.endsWith("_sum"))
                .map(name -> name.substring(0, name.length() - "_sum".length())).filter(name -> there.contains(name + "_count"))
                .map(RefusedTelemetry::shown).sorted().limit(MAX_SHOWN).collect(joining(", "));
        return new RefusedTelemetry(window.file(),
                window.difference() && families.stream().anyMatch(family -> there.contains(family.name() + "_count"))
                        ? "nothing was counted between the two scrapes"
                        : "counts no " + what + "; known are " + families.stream().map(Family::name).collect(joining(", "))
                                + "; there is " + (histograms.isEmpty() ? "no histogram" : histograms + "; --metric takes one for requests"));
    }
}
