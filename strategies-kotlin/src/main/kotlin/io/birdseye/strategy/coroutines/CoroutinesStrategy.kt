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
 * A coroutine for every group and call over a non-blocking client: code that reads as if it blocked, and holds no
 * thread while it waits. Combinations run on a view of the pool that is as wide as the CPU budget; one more thread is
 * left for the coroutines between them. The price is a function colour: everything on the way must suspend.
 */
@StrategyInfo(
    name = "coroutines",
    summary = "Kotlin coroutines over a non-blocking client, combined on a CPU dispatcher, response suspended",
    waits = "nobody",
    source = "Kotlin documentation, 'Composing suspending functions'",
    takeWhen = "the code is Kotlin, and its clients suspend",
    avoidWhen = "it is Java: virtual threads read the same there",
    pools = ["coroutines: CPU budget + 1"],
    client = StrategyInfo.Client.NON_BLOCKING,
    origin = StrategyInfo.Origin.TODAY,
)
class CoroutinesStrategy(budget: Budget) : Strategy.Async {

    private val requests = Requests("coroutines", budget.cpuConcurrency() + 1)
    private val cpu = requests.dispatcher.limitedParallelism(budget.cpuConcurrency())
    private val io = Semaphore(budget.ioConcurrency())

    override fun run(work: FanOut): CompletionStage<Overview> = requests.serve(work) {
        work.join(work.groups().map { async(start = UNDISPATCHED) { part(it) } }.awaitAll())
    }

    // To begin a call takes no time, so each coroutine runs on the thread of its request until it first waits.
    private suspend fun part(group: FanOut.Group): Part = coroutineScope {
        val bodies = group.calls().map { async(start = UNDISPATCHED) { fetch(it) } }.awaitAll()
        withContext(cpu) { group.combine(bodies) }
    }

    private suspend fun fetch(call: FanOut.Call): Body = io.withPermit {
        // The fan-out ends the call when the request is given up; until then it is on the wire and needs its permit.
        withContext(NonCancellable) { call.fetchAsync().await() }
    }

    override fun close() = requests.close()
}
