package io.birdseye.strategy.coroutines

import io.birdseye.fanout.FanOut
import io.birdseye.fanout.Overview
import io.birdseye.fanout.Part
import io.birdseye.model.Budget
import io.birdseye.strategy.Strategy
import io.birdseye.strategy.StrategyInfo
import java.util.concurrent.CompletionStage
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withContext

/**
 * A coroutine for every group and call over a blocking client: each call that waits holds a thread of the I/O view,
 * because a blocking call cannot suspend. `Dispatchers.IO`, which most examples use, allows 64 such calls, independent
 * of the budget.
 */
@StrategyInfo(
    name = "coroutines-blocking",
    summary = "Kotlin coroutines over a blocking client on an I/O dispatcher, combined on a CPU dispatcher",
    waits = "threads of the I/O dispatcher for the calls",
    waiter = StrategyInfo.Waiter.POOL_THREAD,
    source = "Kotlin documentation, 'Coroutine context and dispatchers'",
    takeWhen = "the code is Kotlin, and a driver blocks",
    avoidWhen = "the calls are slow and many: each call that waits holds a thread",
    pools = [StrategyInfo.Pool(name = "coroutines-blocking", io = true, cpu = true, more = 1)],
    limits = [StrategyInfo.Limit.ENDS_IN_TURN],
    simplicity = StrategyInfo.Simplicity(120, "reads like blocking code, in another language with its own dispatchers"),
    origin = StrategyInfo.Origin.TODAY,
)
class CoroutinesBlockingStrategy(budget: Budget) : Strategy.Async {

    private val requests = Requests("coroutines-blocking", budget.ioConcurrency() + budget.cpuConcurrency() + 1)
    private val io = requests.dispatcher.limitedParallelism(budget.ioConcurrency())
    private val cpu = requests.dispatcher.limitedParallelism(budget.cpuConcurrency())

    override fun run(work: FanOut): CompletionStage<Overview> = requests.serve(work) {
        work.join(work.groups().map { async { part(it) } }.awaitAll())
    }

    private suspend fun part(group: FanOut.Group): Part = coroutineScope {
        val bodies = group.calls().map { async(io) { it.fetch() } }.awaitAll()
        withContext(cpu) { group.combine(bodies) }
    }

    override fun close() = requests.close()
}
