package io.birdseye.strategy.rx4;

import io.birdseye.strategy.StrategyContract;

/** The contract, over the strategies of this module. It runs on JDK 26 or later, where JAVA26_HOME names one. */
class Rx4StrategiesTest extends StrategyContract {

    Rx4StrategiesTest() {
        super(new Rx4Strategies());
    }
}
