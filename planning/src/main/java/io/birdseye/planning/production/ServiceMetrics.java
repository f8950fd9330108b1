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

    private static final int MAX_SHOWN = 12;
    private static final int MAX_REPEATS = 8;

    private static final List<String> SERVICE = List.of("job", "exported_job", "service_name", "service", "application", "app");
    private static final List<String> INSTANCE = List.of("instance", "exported_instance", "service_instance_id", "pod");
    private static final String[] ROUTE = {"http_route", "uri", "route", "path", "handler", "endpoint"};
    private static final String[] METHOD = {"http_request_method", "http_method", "method", "verb"};
    private static final String[] PEER = {"server_address", "net_peer_name", "client_name", "clientName", "peer_service",
            "destination_service_name", "destination_workload", "target", "upstream", "remote_service", "grpc_service",
            "db_system_name", "db_system", "pool", "pool_name", "host"};
    private static final String[] PORT = {"server_port", "net_peer_port"};
    private static final String[] DETAIL = {"url_template", "uri", "db_operation_name", "db_operation", "grpc_method", "path"};

    /** Of OpenTelemetry, Micrometer, OpenTelemetry before 1.23, and Istio, which counts at both sides. */
    private static final List<Family> REQUESTS = families("http_server_request_duration_seconds",
            "http_server_requests_seconds", "http_server_duration_milliseconds", "istio_request_duration_milliseconds");
    private static final List<Family> CALLS = families("http_client_request_duration_seconds",
            "http_client_requests_seconds", "http_client_duration_milliseconds", "istio_request_duration_milliseconds");
    private static final List<Family> QUERIES =
            families("db_client_operation_duration_seconds", "spring_data_repository_invocations_seconds");

    /** Histograms that by their names are of calls. */
    private static final String OTHER_CALLS =
            "(?i)(?!db_|hikari).*(client|outgoing|outbound|upstream|external).*_(seconds|milliseconds|ms)_count";

    /** How long connections were held: at most so long took the queries. */
    private static final List<Family> HELD = families("hikaricp_connections_usage_seconds",
            "db_client_connections_use_time_milliseconds", "db_client_connection_use_time_seconds");
    private static final List<Family> CPU = families("process_cpu_seconds_total", "jvm_cpu_time_seconds_total",
            "process_cpu_time_seconds_total", "process_cpu_time_ns_total");

    private final MetricsWindow window;
    private final ScenarioDraft.Wanted wanted;
    private final Map<ServiceRoute, MetricHistogram> routes;
    private final ServiceRoute route;
    private final MetricHistogram requests;
    private final double all;
    private final long instances;
    private final @Nullable Double cpuMs;
    private final SequencedMap<CallKey, MetricHistogram> calls;
    private final boolean isHeld;

    /** @param asked names of the route; empty if the service has only one */
    ServiceMetrics(MetricsWindow window, ScenarioDraft.Wanted wanted, Set<String> asked) {
        this.wanted = wanted;
        this.window = window;
        List<Family> families = wanted.metric().map(name -> List.of(Family.of(name))).orElse(REQUESTS);
        List<MetricSample> counted = window.samples().stream()
                .filter(sample -> families.stream().anyMatch(family -> sample.name().startsWith(family.name()))).toList();
        wanted.routeLabel().filter(label -> !counted.isEmpty() && values(counted, label) == 0).ifPresent(label -> {
            throw new RefusedTelemetry(window.file(), "has no label '" + RefusedTelemetry.shown(label) + "'; there are "
                    + shown(counted.stream().flatMap(sample -> sample.withoutBound().keySet().stream())));
        });
        String[] paths = wanted.routeLabel().map(name -> new String[] {name}).orElse(ROUTE);
        boolean unnamed = counted.stream().allMatch(sample -> sample.label(paths).isEmpty());
        String label = SERVICE.stream().filter(name -> values(counted, name) > 1).findFirst().orElse("");
        routes = firstOf(window.of(sample -> !sample.label("reporter").equals("source")), families, sample -> new ServiceRoute(
                service(sample, label), sample.label(METHOD).toUpperCase(Locale.ROOT),
                sample.label(paths).isEmpty() && !unnamed ? "UNKNOWN" : sample.label(paths)));
        if (routes.isEmpty()) {
            throw none("request", families);
        }
        route = route(asked);
        requests = Objects.requireNonNull(routes.get(route));
        all = routes.entrySet().stream().filter(entry -> entry.getKey().service().equals(route.service()))
                .filter(entry -> entry.getKey().isReal() || entry.getKey().equals(route))
                .mapToDouble(entry -> entry.getValue().count()).sum();
        MetricsWindow served = window.of(sample -> service(sample, label).isEmpty() || service(sample, label).equals(route.service()));
        List<MetricSample> ofService = served.samples().stream().filter(counted::contains).toList();
        instances = INSTANCE.stream().mapToLong(name -> values(ofService, name)).max().orElse(0);
        // Of all instances, for each request of a route: those of upkeep and without a route take less.
        cpuMs = CPU.stream()
                .map(family -> served.samples().stream().filter(sample -> sample.name().equals(family.name()) && sample.value() > 0)
                        .mapToDouble(sample -> sample.value() * family.unitMs() / all).sum())
                .filter(sum -> sum > 0).findFirst().orElse(null);
        MetricsWindow made = served.of(sample -> !sample.label("reporter").equals("destination"));
        Stream<Family> others =
                made.samples().stream().map(MetricSample::name).distinct().filter(name -> name.matches(OTHER_CALLS)).map(Family::of);
        SequencedMap<CallKey, MetricHistogram> found =
                firstOf(made, Stream.concat(CALLS.stream(), others).toList(), ServiceMetrics::callKey);
        found.putAll(firstOf(made, QUERIES, ServiceMetrics::callKey));
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

    private ServiceRoute route(Set<String> asked) {
        List<ServiceRoute> found = routes.keySet().stream().filter(key -> asked.isEmpty() ? key.isReal()
                : Stream.of(key.label(), key.methodAndPath(), key.path(), key.service()).anyMatch(asked::contains)).toList();
        List<ServiceRoute> inFull =
                found.stream().filter(key -> Stream.of(key.label(), key.methodAndPath()).anyMatch(asked::contains)).toList();
        return ServiceRoute.only(window.file(), asked, List.of(found, inFull), counts(found.isEmpty() ? routes.keySet() : found));
    }

    private Map<ServiceRoute, Double> counts(Collection<ServiceRoute> some) {
        return some.stream().collect(toMap(key -> key, key -> Objects.requireNonNull(routes.get(key)).count()));
    }

    private static CallKey callKey(MetricSample sample) {
        String repository = sample.label("repository");
        String detail = sample.label(DETAIL).replaceAll("(?i)^(none|unknown)$", "").replaceAll("/\\d+", "/{id}");
        return !repository.isEmpty() ? new CallKey("", repository + "." + sample.label(METHOD))
                : new CallKey(CallKey.peer(sample.label(PEER), sample.label(PORT)),
                        sample.label("reporter").isEmpty() ? (sample.label(METHOD) + " " + detail).strip() : "");
    }

    /** The first of these histograms that counted something, by the key that a sample's labels give. */
    private static <K> SequencedMap<K, MetricHistogram> firstOf(
            MetricsWindow window, List<Family> families, Function<MetricSample, K> key) {
        return families.stream().map(family -> family.measured(window, key)).filter(measured -> !measured.isEmpty())
                .findFirst().orElseGet(LinkedHashMap::new);
    }

    /** Adds the rate of the route, and what the process takes of CPU time, to a draft from traces. */
    ScenarioDraft complete(ScenarioDraft draft) {
        return draft.with(counted(), all > requests.count() ? null : cpuMs);
    }

    ScenarioDraft draft() {
        if (calls.isEmpty() && wanted.metric().isEmpty()) {
            throw none("call", CALLS);
        }
        Map<CallKey, String> names = CallKey.names(calls.keySet());
        Set<String> taken = new HashSet<>();
        List<ScenarioDraft.Call> drafts = new ArrayList<>();
        calls.forEach((key, each) -> {
            double perRequest = each.count() / all;
            String name = CallKey.unique(Objects.requireNonNull(names.get(key)), taken);
            int times = all > requests.count() ? 1 : Math.clamp(Math.round(perRequest), 1, Integer.MAX_VALUE);
            drafts.add(call(name, each, perRequest, times > MAX_REPEATS ? times : 1));
            for (int i = 1; i < times && times <= MAX_REPEATS; i++) {
                drafts.add(new ScenarioDraft.Call(CallKey.unique(name, taken), List.of(), null, name, 1, ScenarioDraft.Answer.NONE));
            }
        });
        LatencyFit whole = LatencyFit.ofHistogram(requests).requireShort(window.file(), "upstreams");
        if (calls.isEmpty()) {
            drafts.add(new ScenarioDraft.Call("upstreams", List.of("The metrics count no call: this lasts as long as a whole request, all"
                    + " its waits and its CPU time. Put your calls here. " + whole.remark()), null, null, 1,
                    new ScenarioDraft.Answer(whole.latency(), true, 0, -1)));
        }
        if (drafts.size() > ScenarioDraft.MAX_CALLS) {
            throw new RefusedTelemetry(window.file(),
                    "a request makes " + drafts.size() + " calls by these counts, but a scenario has 1 to " + ScenarioDraft.MAX_CALLS);
        }
        return new ScenarioDraft(CallKey.kebab(route.label()), List.of(), null, counted(),
                List.of(new ScenarioDraft.Group("all", drafts, cpuMs)), null, requests.isMeanOnly() ? null : whole);
    }

    /** @param times that it is made in turn */
    private ScenarioDraft.Call call(String name, MetricHistogram each, double perRequest, int times) {
        boolean severalRoutes = all > requests.count();
        LatencyFit fit = LatencyFit.ofHistogram(each).requireShort(window.file(), name);
        boolean meanOnly = times > 1 || each.isMeanOnly();
        String remark = "Called " + Format.number(perRequest) + " times for each request" + (severalRoutes ? " of any route. " : ". ")
                + (times > 1 ? "Here it is one call that lasts as long as all of them in turn, " + Format.ms(each.meanMs()) + " each."
                : meanOnly ? "Only the mean is known, since the service publishes no buckets." : fit.remark());
        return new ScenarioDraft.Call(name, List.of(remark), null, null, severalRoutes || perRequest >= 0.98 ? 1 : perRequest,
                new ScenarioDraft.Answer(meanOnly ? new Latency.Fixed(times * each.meanMs()) : fit.latency(), meanOnly,
                        each.failed() / each.count(), -1));
    }

    private ScenarioDraft.Counted counted() {
        List<ServiceRoute> none = routes.keySet().stream().filter(key -> !key.isReal() && !key.equals(route)).toList();
        List<String> remarks = new ArrayList<>();
        if (!none.isEmpty()) {
            remarks.add("Not counted as requests: " + ServiceRoute.counted(counts(none)) + ".");
        }
        if (isHeld && !calls.isEmpty()) {
            remarks.add("They count no call either: how long connections were held stands for the queries.");
        }
        if (all > requests.count()) {
            remarks.add("Nor do they tell which route makes which call: the service has other routes, so delete the calls that this one"
                    + " does not make.");
        }
        double mean = requests.meanMs();
        double slowest = calls.values().stream().mapToDouble(MetricHistogram::meanMs).max().orElse(0);
        double inTurn = calls.values().stream().mapToDouble(call -> call.meanMs() * call.count() / all).sum();
        double rate = window.seconds() == null ? 0 : requests.count() / window.seconds();
        return new ScenarioDraft.Counted(route.label(), requests.count(), window.since(), instances,
                rate >= 0.01 && rate <= 1e6 ? rate : null, remarks, "The mean request takes " + Format.ms(mean) + ", which leaves at most "
                + Format.ms(Math.max(0, mean - slowest)) + " if its calls run side by side and " + Format.ms(Math.max(0, mean - inTurn))
                + " if they run in turn, with all waits.");
    }

    private RefusedTelemetry none(String what, List<Family> families) {
        Set<String> there = window.samples().stream().map(MetricSample::name).collect(Collectors.toSet());
        if (window.difference() && families.stream().anyMatch(family -> there.contains(family.name() + "_count"))) {
            return new RefusedTelemetry(window.file(), "nothing was counted between the two scrapes");
        }
        // A gauge may end in _count too, but has no sum.
        String histograms = shown(there.stream().filter(name -> name.endsWith("_sum"))
                .map(name -> name.substring(0, name.length() - "_sum".length())).filter(name -> there.contains(name + "_count")));
        return new RefusedTelemetry(window.file(), "counts no " + what + "; known are "
                + families.stream().map(Family::name).collect(joining(", "))
                + "; there is " + (histograms.isEmpty() ? "no histogram" : histograms + "; --metric takes one for requests"));
    }

    private static String shown(Stream<String> names) {
        return names.distinct().map(RefusedTelemetry::shown).sorted().limit(MAX_SHOWN).collect(joining(", "));
    }
}
