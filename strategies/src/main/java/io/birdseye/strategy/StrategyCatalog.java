package io.birdseye.strategy;

import java.util.List;
import java.util.Map;

/**
 * The strategies of one jar, one line each. {@link java.util.ServiceLoader} finds the catalogs, so a user's jar only
 * has to be on the class path.
 */
public interface StrategyCatalog {

    /** The strategies in the order in which tables show them. */
    List<StrategyEntry> entries();

    /** Strategies of the jar that this JVM cannot load, by name with the reason: they need another JDK, or a flag. */
    default Map<String, String> leftOut() {
        return Map.of();
    }
}
