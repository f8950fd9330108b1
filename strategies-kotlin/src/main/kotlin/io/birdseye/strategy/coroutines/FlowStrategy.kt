package io.birdseye.strategy.coroutines

import io.birdseye.fanout.Body
import io.birdseye.fanout.FanOut
import io.birdseye.fanout.Overview
import io.birdseye.fanout.Part
import io.birdseye.model.Budget
import io.birdseye.strategy.Strategy
import io.birdseye.strategy.StrategyInfo
import java.util.concurrent.CompletionStage
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.single
import kotlinx.coroutines.future.await
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit
import kotlinx.coroutines.withContext

/**
 * The fan-out as combined flows of one element each. It works, but each combined flow costs a channel, and a call has
 * only one body; flows pay off where a call returns many elements.
 */
@StrategyInfo(
    name = "flow",
    summary = "Kotlin flows over a non-blocking client, combined on a CPU dispatcher, response suspended",
    waits = "nobody",
    waiter = StrategyInfo.Waiter.NOBODY,
    source = "Kotlin documentation, 'Asynchronous Flow'",
    takeWhen = "calls return streams of elements that can be processed as they arrive",
    avoidWhen = "each call returns one body: coroutines alone are simpler and cost less",
    pools = [StrategyInfo.Pool(name = "flow", cpu = true, more = 1)],
    simplicity = StrategyInfo.Simplicity(230, "a stream of values in another language, for one value per call"),
    origin = StrategyInfo.Origin.TODAY,
)
class FlowStrategy(budget: Budget) : Strategy.Async {

    private val requests = Requests("flow", budget.cpuConcurrency() + 1)
    private val cpu = requests.dispatcher.limitedParallelism(budget.cpuConcurrency())
    private val io = Semaphore(budget.ioConcurrency())

    override fun run(work: FanOut): CompletionStage<Overview> = requests.serve(work) {
        combine(work.groups().map { part(it) }) { it.asList() }.map { work.join(it) }.single()
    }

    private fun part(group: FanOut.Group): Flow<Part> =
        combine(group.calls().map { body(it) }) { it.asList() }
            // Not flowOn: it would also collect the bodies on that dispatcher, through one more channel.
            .map { withContext(cpu) { group.combine(it) } }

    private fun body(call: FanOut.Call): Flow<Body> = flow {
        emit(
            io.withPermit {
                // Not cancellable: the call is on the wire and needs its permit until it ends.
                withContext(NonCancellable) { call.fetchAsync().await() }
            },
        )
    }

    override fun close() = requests.close()
}
