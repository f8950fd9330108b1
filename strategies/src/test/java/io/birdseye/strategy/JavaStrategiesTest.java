package io.birdseye.strategy;

/** The contract, over the strategies of this module. */
class JavaStrategiesTest extends StrategyContract {

    JavaStrategiesTest() {
        super(new JavaStrategies());
    }
}
