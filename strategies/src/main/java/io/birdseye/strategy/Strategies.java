package io.birdseye.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All strategies on the class path, or some that were picked. Routes, tests, load scenarios, tables and docs are derived from this list. */
public final class Strategies {

    private final Map<String, StrategyEntry> byName;
    private final Map<String, StrategyEntry> onLaterJdks;
    private final Map<String, String> leftOut;

    private Strategies(Map<String, StrategyEntry> entries, Map<String, String> notLoadable) {
        byName = new LinkedHashMap<>();
        onLaterJdks = new LinkedHashMap<>();
        leftOut = new TreeMap<>(notLoadable);
        entries.forEach((name, entry) -> entry.whyNotHere().ifPresentOrElse(
                why -> {
                    onLaterJdks.put(name, entry);
                    leftOut.put(name, why);
                },
                () -> byName.put(name, entry)));
    }

    /**
     * Reads every {@link StrategyCatalog} on the class path; an {@link IllegalStateException} if two strategies share a
     * name.
     */
    public static Strategies load() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return load(context == null ? Strategies.class.getClassLoader() : context);
    }

    public static Strategies of(StrategyEntry... entries) {
        Map<String, StrategyEntry> byName = new LinkedHashMap<>();
        for (StrategyEntry entry : entries) {
            add(entry, byName);
        }
        return new Strategies(byName, Map.of());
    }

    /** Reads every catalog that a class loader and its parents find. */
    static Strategies load(ClassLoader loader) {
        Map<String, StrategyEntry> byName = new LinkedHashMap<>();
        Map<String, String> leftOut = new TreeMap<>();
        for (StrategyCatalog catalog : catalogs(loader)) {
            catalog.entries().forEach(entry -> add(entry, byName));
            leftOut.putAll(catalog.leftOut());
        }
        return new Strategies(byName, leftOut);
    }

    private static void add(StrategyEntry entry, Map<String, StrategyEntry> byName) {
        if (byName.putIfAbsent(entry.name(), entry) != null) {
            throw new IllegalStateException(
                    "two strategies are named '" + entry.name() + "'; the name is already taken");
        }
    }

    /** Birdseye's catalogs first, then by name, so that the order does not depend on the class path. */
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

    /** Strategies on the class path that this JVM cannot load or run, by name with the reason. */
    public Map<String, String> leftOut() {
        return Collections.unmodifiableMap(leftOut);
    }

    /** Those of the left-out ones that a later JDK runs: this JVM can read what they are, and cannot create them. */
    public List<StrategyEntry> onLaterJdks() {
        return new ArrayList<>(onLaterJdks.values());
    }

    /** The names of all, also of those that are left out: what is written for another JDK may name them. */
    public List<String> namesOnAnyJdk() {
        return Stream.concat(byName.keySet().stream(), leftOut.keySet().stream()).toList();
    }

    public Optional<StrategyEntry> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }
}
