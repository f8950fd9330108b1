package io.birdseye.strategy.structured;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;

/** The strategies of this module. */
public final class PreviewStrategies implements StrategyCatalog {

    @Override
    public List<StrategyEntry> entries() {
        return List.of(of(StructuredStrategy.class, StructuredStrategy::new));
    }
}
