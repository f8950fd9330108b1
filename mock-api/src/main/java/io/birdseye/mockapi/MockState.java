package io.birdseye.mockapi;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What all event loops share: the routes, which are exchanged as a whole when settings change, and the gauges. */
final class MockState {

    private record Live(Settings settings, Map<String, Route> routesByPath) {}

    private final Settings initial;
    private final DelayError delayError = new DelayError();
    private final LongAdder pendingDelays = new LongAdder();
    private final LongAdder cancelledDelays = new LongAdder();
    private final LongAdder openConnections = new LongAdder();
    private volatile Live live;

    MockState(Settings initial, int photos) {
        this.initial = initial;
        Map<String, Route> routes = new HashMap<>();
        for (String name : Dataset.ROUTES) {
            routes.put("/" + name, new Route(Resource.of(name, photos), new Route.Counters(), initial));
        }
        live = new Live(initial, routes);
    }

    @Nullable Route route(String path) {
        return live.routesByPath.get(path);
    }

    Settings settings() {
        return live.settings;
    }

    /** Takes effect for the requests that come after it; the random draws begin anew. */
    synchronized void apply(Settings settings) {
        Map<String, Route> routes = new HashMap<>();
        live.routesByPath.forEach((path, route) -> routes.put(path, route.with(settings)));
        live = new Live(settings, routes);
    }

    void reset() {
        apply(initial);
    }

    DelayError delayError() {
        return delayError;
    }

    LongAdder pendingDelays() {
        return pendingDelays;
    }

    LongAdder cancelledDelays() {
        return cancelledDelays;
    }

    LongAdder openConnections() {
        return openConnections;
    }

    JsonObject stats() {
        JsonObject routes = new JsonObject();
        Map<String, Route> byPath = live.routesByPath;
        for (String name : Dataset.ROUTES) {
            Route route = byPath.get("/" + name);
            if (route != null) {
                Route.Counters counters = route.counters();
                routes.put(
                        name,
                        new JsonObject()
                                .put("requests", counters.requests().sum())
                                .put("errorStatuses", counters.errorStatuses().sum())
                                .put("faults", counters.faults().sum()));
            }
        }
        return new JsonObject()
                .put("pendingDelays", pendingDelays.sum())
                .put("cancelledDelays", cancelledDelays.sum())
                .put("openConnections", openConnections.sum())
                .put("routes", routes);
    }
}
