package io.birdseye.mockapi;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What all routes do.
 *
 * @param seed of every random draw; the data does not depend on it
 * @param defaults what a route does where it has no setting of its own
 * @param routes by name, for example {@code posts}
 * @param payloads the sizes of made-up bodies, by route; such a route need not be one of {@link Dataset#ROUTES}
 */
public record Settings(
        long seed, Behaviour defaults, Map<String, Behaviour> routes, Map<String, Integer> payloads) {

    static final long DEFAULT_SEED = 1;

    public Settings {
        payloads.forEach(Payload::require);
        payloads = Map.copyOf(payloads);
        for (String route : routes.keySet()) {
            requireRoute("routes", route, payloads);
        }
        routes = Map.copyOf(new TreeMap<>(routes));
    }

    /** Only routes of our own data. */
    public Settings(long seed, Behaviour defaults, Map<String, Behaviour> routes) {
        this(seed, defaults, routes, Map.of());
    }

    private static void requireRoute(String field, String route, Map<String, Integer> payloads) {
        if (!payloads.containsKey(route)) {
            Dataset.requireRoute(field, route);
        }
    }

    /** @throws InvalidSetting if there is no such route */
    void requireRoute(String field, String route) {
        requireRoute(field, route, payloads);
    }

    /** Every answer at once and in good health. */
    public static Settings none() {
        return new Settings(DEFAULT_SEED, Behaviour.UNCHANGED, Map.of());
    }

    /**
     * Reads the JSON that the admin API takes.
     *
     * @throws InvalidSetting if something in it is not known or not allowed
     */
    public static Settings fromJson(String json) {
        return SettingsReader.read(json, none());
    }

    public Settings withSeed(long newSeed) {
        return new Settings(newSeed, defaults, routes, payloads);
    }

    /** The behaviour of a route with the defaults filled in. */
    Behaviour of(String route) {
        return routes.getOrDefault(route, Behaviour.UNCHANGED).orElse(defaults);
    }

    Settings changeDefaults(UnaryOperator<Behaviour> change) {
        return new Settings(seed, change.apply(defaults), routes, payloads);
    }

    Settings change(String route, UnaryOperator<Behaviour> change) {
        Map<String, Behaviour> changed = new HashMap<>(routes);
        changed.put(route, change.apply(routes.getOrDefault(route, Behaviour.UNCHANGED)));
        return new Settings(seed, defaults, changed, payloads);
    }
}
