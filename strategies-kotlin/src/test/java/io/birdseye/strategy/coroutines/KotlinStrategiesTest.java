package io.birdseye.strategy.coroutines;

import io.birdseye.strategy.StrategyContract;

/** The contract, over the strategies of this module. */
class KotlinStrategiesTest extends StrategyContract {

    KotlinStrategiesTest() {
        super(new KotlinStrategies());
    }
}
