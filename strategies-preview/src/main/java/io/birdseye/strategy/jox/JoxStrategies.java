package io.birdseye.strategy.jox;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;

/** The strategies with Jox. The library is built for one JDK, and is not there on another. */
public final class JoxStrategies implements StrategyCatalog {

    @Override
    public List<StrategyEntry> entries() {
        return List.of(of(JoxStrategy.class, JoxStrategy::new));
    }
}
