package io.birdseye.strategy.jox;

import io.birdseye.strategy.StrategyContract;

/** The contract, over the strategies with Jox. */
class JoxStrategiesTest extends StrategyContract {

    JoxStrategiesTest() {
        super(new JoxStrategies());
    }
}
