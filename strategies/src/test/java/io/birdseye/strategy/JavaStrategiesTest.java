package io.birdseye.strategy;

import io.birdseye.strategy.catalog.JavaStrategies;

/** The contract, over the strategies of this module. */
class JavaStrategiesTest extends StrategyContract {

    JavaStrategiesTest() {
        super(new JavaStrategies());
    }
}
