package io.birdseye.strategy;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.sequential.SequentialStrategy;
import java.util.List;

/** The strategies of this module, in the order of the main article's table. */
public final class JavaStrategies implements StrategyCatalog {

    @Override
    public List<StrategyEntry> entries() {
        return List.of(of(SequentialStrategy.class, SequentialStrategy::new).with(SequentialStrategy::topology));
    }
}
