package io.birdseye.strategy.coroutines

import io.birdseye.strategy.StrategyCatalog
import io.birdseye.strategy.StrategyEntry
import java.util.function.Function

/** The strategies of this module. */
class KotlinStrategies : StrategyCatalog {

    override fun entries(): List<StrategyEntry> = listOf(
        StrategyEntry.of(CoroutinesStrategy::class.java, Function { CoroutinesStrategy(it) }),
        StrategyEntry.of(CoroutinesBlockingStrategy::class.java, Function { CoroutinesBlockingStrategy(it) }),
        StrategyEntry.of(FlowStrategy::class.java, Function { FlowStrategy(it) }),
    )
}
