package io.birdseye.strategy.coroutines

import io.birdseye.strategy.StrategyCatalog
import io.birdseye.strategy.StrategyEntry
import java.util.function.Function

/** The strategies of this module. */
class KotlinStrategies : StrategyCatalog {

    // The JDK's list, because Kotlin's would load about twenty classes at the start of every program.
    override fun entries(): List<StrategyEntry> = java.util.List.of(
        StrategyEntry.of(CoroutinesStrategy::class.java, Function { CoroutinesStrategy(it) }),
        StrategyEntry.of(CoroutinesBlockingStrategy::class.java, Function { CoroutinesBlockingStrategy(it) }),
        StrategyEntry.of(FlowStrategy::class.java, Function { FlowStrategy(it) }),
    )
}
