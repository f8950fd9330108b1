package io.birdseye.strategy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The strategies of one jar, one line each. {@link java.util.ServiceLoader} finds the catalogs, so a user's jar only
 * has to be on the class path.
 */
public interface StrategyCatalog {

    /**
     * The strategies in the order in which tables show them. One whose {@link StrategyInfo#leastJdk()} is later than this
     * JDK belongs here, too: what it is can be read everywhere.
     */
    List<StrategyEntry> entries();

    /** Strategies of the jar that this JVM cannot load, by name with the reason: they need another JDK, or a flag. */
    default Map<String, String> leftOut() {
        return Map.of();
    }

    /**
     * Why this JVM cannot load a class that uses a preview: it loads only on the JDK that it was compiled for, with
     * {@code --enable-preview}. Empty if it can.
     *
     * @param beside whose class loader finds it
     */
    static Optional<String> whyNotLoadable(Class<?> beside, String className) {
        try {
            Class.forName(className, false, beside.getClassLoader());
            return Optional.empty();
        } catch (UnsupportedClassVersionError e) {
            return Optional.of("it uses a preview of JDK 25 and loads only there, with --enable-preview; this is JDK "
                    + Runtime.version().feature());
        } catch (ClassNotFoundException e) {
            return Optional.of("it needs " + className + ", which is not on the class path");
        }
    }
}
