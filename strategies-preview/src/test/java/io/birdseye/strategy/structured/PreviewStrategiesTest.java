package io.birdseye.strategy.structured;

import io.birdseye.strategy.StrategyContract;

/** The contract, over the strategies of this module. */
class PreviewStrategiesTest extends StrategyContract {

    PreviewStrategiesTest() {
        super(new PreviewStrategies());
    }
}
