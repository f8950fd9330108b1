package io.birdseye.strategy;

import java.util.List;

/**
 * The strategies of one jar, one line each. {@link java.util.ServiceLoader} finds the catalogs, so a user's jar only
 * has to be on the class path.
 */
public interface StrategyCatalog {

    /** The strategies in the order in which tables show them. */
    List<StrategyEntry> entries();
}
