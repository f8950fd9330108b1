package io.birdseye.benchmarks.overhead

import io.birdseye.fanout.Body
import io.birdseye.fanout.FanOut
import io.birdseye.fanout.Overview
import io.birdseye.strategy.Pools
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.single
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/**
 * With coroutines: one for every group and call. A function for each way, given dispatchers for calls and combinations;
 * Kotlin is compiled first and knows nothing of the Java side.
 */
object CoroutineMinimums {

    /** Runs requests one after the other, the caller waiting for each. */
    class Runner(
        ioThreads: Int,
        cpuThreads: Int,
        private val way: suspend CoroutineScope.(FanOut, CoroutineDispatcher, CoroutineDispatcher) -> Overview,
    ) : AutoCloseable {

        private val calls = Pools.fixed("min-io", ioThreads)
        private val combinations = Pools.fixed("min-cpu", cpuThreads)
        private val io = calls.asCoroutineDispatcher()
        private val cpu = combinations.asCoroutineDispatcher()

        fun run(work: FanOut): Overview = runBlocking { way(work, io, cpu) }

        override fun close() {
            Pools.stop(calls)
            Pools.stop(combinations)
        }
    }

    @JvmStatic
    fun blocking(ioThreads: Int, cpuThreads: Int) = Runner(ioThreads, cpuThreads) { work, io, cpu ->
        overview(work, cpu) { withContext(io) { it.fetch() } }
    }

    @JvmStatic
    fun nonBlocking(ioThreads: Int, cpuThreads: Int) = Runner(ioThreads, cpuThreads) { work, _, cpu ->
        overview(work, cpu) { it.fetchAsync().await() }
    }

    @JvmStatic
    fun flow(ioThreads: Int, cpuThreads: Int) = Runner(ioThreads, cpuThreads) { work, _, cpu ->
        val parts = work.groups().map { group ->
            val bodies = group.calls().map { flow { emit(it.fetchAsync().await()) } }
            combine(bodies) { group.combine(it.asList()) }.flowOn(cpu)
        }
        combine(parts) { it.asList() }.map { work.join(it) }.single()
    }

    private suspend fun CoroutineScope.overview(
        work: FanOut,
        cpu: CoroutineDispatcher,
        fetch: suspend (FanOut.Call) -> Body,
    ): Overview {
        val parts = work.groups().map { group ->
            async {
                val bodies = group.calls().map { async { fetch(it) } }.awaitAll()
                withContext(cpu) { group.combine(bodies) }
            }
        }
        return work.join(parts.awaitAll())
    }
}
