package io.birdseye.strategy.rx4;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;

/**
 * The strategies with RxJava 4. What they are can be read on every JDK; they are created on 26 and later, where the classes of the
 * library load: so none but the strategies themselves may use these.
 */
public final class Rx4Strategies implements StrategyCatalog {

    @Override
    public List<StrategyEntry> entries() {
        // Not Rx4VirtualStrategy::new: a reference to a constructor links its class, which an older JDK cannot.
        return List.of(
                of(Rx4NonblockingStrategy.class, budget -> new Rx4NonblockingStrategy(budget)),
                of(Rx4VirtualStrategy.class, budget -> new Rx4VirtualStrategy(budget)));
    }
}
