package io.birdseye.strategy.coroutines

import io.birdseye.fanout.FanOut
import io.birdseye.fanout.Overview
import io.birdseye.strategy.Pools
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.future
import kotlinx.coroutines.job
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull

/**
 * The scope and the pool of a strategy's coroutines. The strategy takes limited views of the pool for calls and
 * combinations. [kotlinx.coroutines.Dispatchers.IO] and `Default` are shared by the whole JVM and have no budget.
 */
internal class Requests(name: String, threads: Int) : AutoCloseable {

    private val pool = Pools.fixed(name, threads)

    val dispatcher = pool.asCoroutineDispatcher()

    private val scope = CoroutineScope(SupervisorJob() + dispatcher)

    /** Runs a request, and cancels its coroutines if the request is given up. */
    fun serve(work: FanOut, overview: suspend CoroutineScope.() -> Overview): CompletableFuture<Overview> =
        scope.future {
            try {
                coroutineScope {
                    val job = coroutineContext.job
                    work.cancellation().onCancel { job.cancel("the request has been given up") }.use { overview() }
                }
            } catch (e: CancellationException) {
                work.cancellation().throwIfCancelled()
                throw e
            }
        }

    override fun close() {
        scope.cancel()
        // If the pool ended before its coroutines, they would move to Dispatchers.IO.
        runBlocking { withTimeoutOrNull(GRACE_MILLIS) { scope.coroutineContext.job.join() } }
        Pools.stop(pool)
    }

    private companion object {
        const val GRACE_MILLIS = 1_000L
    }
}
