package io.birdseye.mockapi;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What all event loops share: the routes, which are replaced as a whole when settings change, and the gauges. */
final class MockState {

    private record Live(UpstreamSettings settings, Map<String, Route> routesByPath) {}

    /**
     * What is counted over all routes: delays whose client left before their time are cancelled; connections are
     * refused if there are too many, and idle if they brought no whole request for too long.
     */
    record Gauges(
            LongAdder pendingDelays, LongAdder cancelledDelays, LongAdder openConnections,
            LongAdder refusedConnections, LongAdder idleConnections) {

        Gauges() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    private record Stats(@JsonUnwrapped Gauges gauges, Map<String, Route.Counters> routes) {}

    private final UpstreamSettings initial;
    private final int photos;
    private final DelayError delayError = new DelayError();
    private final Gauges gauges = new Gauges();
    private volatile Live live;

    /** @param photos how many photos the {@link Dataset} has */
    MockState(UpstreamSettings initial, int photos) {
        this.initial = initial;
        this.photos = photos;
        live = new Live(initial, routes(initial, Map.of()));
    }

    /** @param before routes whose counters are kept, and their bodies where the size is the same */
    private Map<String, Route> routes(UpstreamSettings settings, Map<String, Route> before) {
        return Stream.concat(UpstreamSettings.ROUTES.stream(), settings.routes().keySet().stream())
                .distinct()
                .collect(Collectors.toMap(name -> "/" + name, name -> route(name, settings, before.get("/" + name))));
    }

    private Route route(String name, UpstreamSettings settings, @Nullable Route before) {
        RouteSettings own = settings.of(name);
        Route.PreparedBody body = before != null && Objects.equals(before.body().payloadBytes(), own.payloadBytes())
                ? before.body()
                : Route.PreparedBody.of(name, own.payloadBytes(), photos);
        Route.Counters counters = before == null ? new Route.Counters() : before.counters();
        return new Route(name, body, counters, settings.seed(), own, new AtomicLong());
    }

    /** The paths that are served, for the message of a refusal. */
    Set<String> paths() {
        return new TreeSet<>(live.routesByPath.keySet());
    }

    @Nullable Route route(String path) {
        return live.routesByPath.get(path);
    }

    UpstreamSettings settings() {
        return live.settings;
    }

    /** What settings that leave something out are completed by: the sizes of the start, and the seed of now. */
    UpstreamSettings base() {
        return initial.withSeed(live.settings.seed());
    }

    /** Takes effect for the requests that come after it; the random draws start again. Returns the settings. */
    synchronized UpstreamSettings apply(UpstreamSettings settings) {
        live = new Live(settings, routes(settings, live.routesByPath));
        return settings;
    }

    /** Back to the settings of the start. */
    UpstreamSettings reset() {
        return apply(initial);
    }

    DelayError delayError() {
        return delayError;
    }

    Gauges gauges() {
        return gauges;
    }

    Object stats() {
        Map<String, Route.Counters> routes = new TreeMap<>();
        live.routesByPath.values().forEach(route -> routes.put(route.name(), route.counters()));
        return new Stats(gauges, routes);
    }
}
