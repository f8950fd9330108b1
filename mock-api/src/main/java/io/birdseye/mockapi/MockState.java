package io.birdseye.mockapi;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What all event loops share: the routes, which are exchanged as a whole when settings change, and the gauges. */
final class MockState {

    private record Live(Settings settings, Map<String, Route> routesByPath) {}

    private final Settings initial;
    private final int photos;
    private final DelayError delayError = new DelayError();
    private final LongAdder pendingDelays = new LongAdder();
    private final LongAdder cancelledDelays = new LongAdder();
    private final LongAdder openConnections = new LongAdder();
    private volatile Live live;

    MockState(Settings initial, int photos) {
        this.initial = initial;
        this.photos = photos;
        live = new Live(initial, routes(initial, Map.of()));
    }

    /** @param before routes whose data and counters are kept where they fit */
    private Map<String, Route> routes(Settings settings, Map<String, Route> before) {
        Set<String> names = new TreeSet<>(Dataset.ROUTES);
        names.addAll(settings.payloads().keySet());
        Map<String, Route> routes = new HashMap<>();
        for (String name : names) {
            Integer bytes = settings.payloads().get(name);
            Route known = before.get("/" + name);
            Resource resource = known != null && known.resource().fits(bytes)
                    ? known.resource()
                    : bytes == null ? Resource.ofData(name, photos) : Resource.ofSize(name, bytes);
            routes.put(
                    "/" + name,
                    new Route(resource, known == null ? new Route.Counters() : known.counters(), settings));
        }
        return routes;
    }

    /** What is served, for a refusal to name. */
    Set<String> paths() {
        return new TreeSet<>(live.routesByPath.keySet());
    }

    @Nullable Route route(String path) {
        return live.routesByPath.get(path);
    }

    Settings settings() {
        return live.settings;
    }

    /** Takes effect for the requests that come after it; the random draws begin anew. */
    synchronized void apply(Settings settings) {
        live = new Live(settings, routes(settings, live.routesByPath));
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
        for (Route route : live.routesByPath.values()) {
            Route.Counters counters = route.counters();
            routes.put(
                    route.resource().name(),
                    new JsonObject()
                            .put("requests", counters.requests().sum())
                            .put("errorStatuses", counters.errorStatuses().sum())
                            .put("faults", counters.faults().sum()));
        }
        return new JsonObject()
                .put("pendingDelays", pendingDelays.sum())
                .put("cancelledDelays", cancelledDelays.sum())
                .put("openConnections", openConnections.sum())
                .put("routes", routes);
    }
}
