package io.birdseye.benchmarks.overhead

import io.birdseye.fanout.FanOut
import io.birdseye.fanout.Overview
import java.util.concurrent.ExecutorService
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** A coroutine for every group and call. Kotlin is compiled first and does not see the Java side. */
object CoroutineBaseline {

    /** How one request is run; the caller is held until the answer is there. */
    @JvmStatic
    fun create(calls: ExecutorService, combinations: ExecutorService, blocking: Boolean): (FanOut) -> Overview {
        val io = calls.asCoroutineDispatcher()
        val cpu = combinations.asCoroutineDispatcher()
        return { work ->
            runBlocking {
                val parts = work.groups().map { group ->
                    async {
                        val bodies = group.calls()
                            .map { async { if (blocking) withContext(io) { it.fetch() } else it.fetchAsync().await() } }
                            .awaitAll()
                        withContext(cpu) { group.combine(bodies) }
                    }
                }
                work.join(parts.awaitAll())
            }
        }
    }
}
