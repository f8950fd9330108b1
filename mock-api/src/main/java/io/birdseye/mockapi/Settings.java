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
 */
public record Settings(long seed, Behaviour defaults, Map<String, Behaviour> routes) {

    static final long DEFAULT_SEED = 1;

    public Settings {
        for (String route : routes.keySet()) {
            Dataset.requireRoute("routes", route);
        }
        routes = Map.copyOf(new TreeMap<>(routes));
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
        return new Settings(newSeed, defaults, routes);
    }

    /** The behaviour of a route with the defaults filled in. */
    Behaviour of(String route) {
        return routes.getOrDefault(route, Behaviour.UNCHANGED).orElse(defaults);
    }

    Settings changeDefaults(UnaryOperator<Behaviour> change) {
        return new Settings(seed, change.apply(defaults), routes);
    }

    Settings change(String route, UnaryOperator<Behaviour> change) {
        Map<String, Behaviour> changed = new HashMap<>(routes);
        changed.put(route, change.apply(routes.getOrDefault(route, Behaviour.UNCHANGED)));
        return new Settings(seed, defaults, changed);
    }
}
