package io.birdseye.strategy.coroutines

import io.birdseye.fanout.Body
import io.birdseye.fanout.FanOut
import io.birdseye.fanout.Overview
import io.birdseye.fanout.Part
import io.birdseye.model.Budget
import io.birdseye.strategy.Strategy
import io.birdseye.strategy.StrategyInfo
import java.util.concurrent.CompletionStage
import kotlinx.coroutines.CoroutineStart.UNDISPATCHED
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.await
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit
import kotlinx.coroutines.withContext

/**
 * A coroutine for every group and call over a non-blocking client: the code reads like blocking code, but holds no
 * thread while it waits. Combinations run on a view of the pool that is limited to the CPU budget; the pool has one
 * more thread for the coroutines themselves. The cost: every function on the way must be a suspending function.
 */
@StrategyInfo(
    name = "coroutines",
    summary = "Kotlin coroutines over a non-blocking client, combined on a CPU dispatcher, response suspended",
    waits = "nobody",
    waiter = StrategyInfo.Waiter.NOBODY,
    source = "Kotlin documentation, 'Composing suspending functions'",
    takeWhen = "the code is Kotlin, and its clients suspend",
    avoidWhen = "the code is Java: virtual threads allow the same style there",
    pools = [StrategyInfo.Pool(name = "coroutines", cpu = true, more = 1)],
    simplicity = StrategyInfo.Simplicity(130, "another language, on a non-blocking client: no step may block"),
    origin = StrategyInfo.Origin.TODAY,
)
class CoroutinesStrategy(budget: Budget) : Strategy.Async {

    private val requests = Requests("coroutines", budget.cpuConcurrency() + 1)
    private val cpu = requests.dispatcher.limitedParallelism(budget.cpuConcurrency())
    private val io = Semaphore(budget.ioConcurrency())

    override fun run(work: FanOut): CompletionStage<Overview> = requests.serve(work) {
        work.join(work.groups().map { async(start = UNDISPATCHED) { part(it) } }.awaitAll())
    }

    // Starting a call takes no time, so each coroutine runs on the thread of its request until it first suspends.
    private suspend fun part(group: FanOut.Group): Part = coroutineScope {
        val bodies = group.calls().map { async(start = UNDISPATCHED) { fetch(it) } }.awaitAll()
        withContext(cpu) { group.combine(bodies) }
    }

    private suspend fun fetch(call: FanOut.Call): Body = io.withPermit {
        // Not cancellable: the fan-out ends the call if the request is given up; until then it needs its permit.
        withContext(NonCancellable) { call.fetchAsync().await() }
    }

    override fun close() = requests.close()
}
