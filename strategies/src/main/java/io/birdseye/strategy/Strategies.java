package io.birdseye.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** All strategies on the class path: the one list from which routes, tests, load scenarios, tables and docs derive. */
public final class Strategies {

    private final Map<String, StrategyEntry> byName;

    private Strategies(Map<String, StrategyEntry> byName) {
        this.byName = byName;
    }

    /**
     * Reads every {@link StrategyCatalog} on the class path.
     *
     * @throws IllegalStateException if two strategies have the same name
     */
    public static Strategies load() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return load(context == null ? Strategies.class.getClassLoader() : context);
    }

    /** Reads every catalog that a class loader finds, those of its parents too. */
    static Strategies load(ClassLoader loader) {
        Map<String, StrategyEntry> byName = new LinkedHashMap<>();
        for (StrategyCatalog catalog : catalogs(loader)) {
            for (StrategyEntry entry : catalog.entries()) {
                StrategyEntry other = byName.putIfAbsent(entry.name(), entry);
                if (other != null) {
                    throw new IllegalStateException(
                            "two strategies are named '" + entry.name() + "'; the name is already taken");
                }
            }
        }
        return new Strategies(byName);
    }

    /** Ours first, then by name: the order of jars on a class path is nobody's choice. */
    private static List<StrategyCatalog> catalogs(ClassLoader loader) {
        String ours = Strategies.class.getPackageName();
        return ServiceLoader.load(StrategyCatalog.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing((StrategyCatalog catalog) ->
                                !catalog.getClass().getName().startsWith(ours))
                        .thenComparing(catalog -> catalog.getClass().getName()))
                .toList();
    }

    public List<StrategyEntry> all() {
        return new ArrayList<>(byName.values());
    }

    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    public Optional<StrategyEntry> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
