package io.birdseye.strategy;

import java.util.List;

/**
 * The strategies that a jar brings along, one line each. Found by {@link java.util.ServiceLoader}, so a jar of a
 * user's own is put on the class path and needs no change here.
 */
public interface StrategyCatalog {

    /** The strategies in the order in which tables show them. */
    List<StrategyEntry> entries();
}
