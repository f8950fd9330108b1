package io.birdseye.experiments.truths

import io.birdseye.experiments.measure.await
import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.request.get
import io.ktor.client.statement.bodyAsText
import java.util.concurrent.Callable
import java.util.concurrent.ExecutorService
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import okhttp3.Call

/** The article's tasks as coroutines: started together with `async` on an executor's threads, awaited together. */
object CoroutineTasks {

    /** Runs a blocking task [count] times at once. */
    @JvmStatic
    fun blocking(count: Int, executor: ExecutorService, task: Callable<*>) = together(count, 0, executor) {
        task.call()
    }

    /** Makes [count] calls with OkHttp's `enqueue`, each suspended until its answer is there; the body is dropped. */
    @JvmStatic
    fun enqueued(count: Int, executor: ExecutorService, call: Callable<Call>) = together(count, 0, executor) {
        call.call().await { }
    }

    /**
     * Makes [count] calls with Ktor's CIO engine, launched [staggerMillis] apart. The engine runs on [engineThreads],
     * or on its own choice of dispatcher where that is null. Fails if an answer is empty.
     */
    @JvmStatic
    fun ktor(
        count: Int,
        staggerMillis: Long,
        executor: ExecutorService,
        engineThreads: ExecutorService?,
        url: String,
    ) {
        HttpClient(CIO) {
            engine {
                if (engineThreads != null) dispatcher = engineThreads.asCoroutineDispatcher()
                requestTimeout = 0
            }
        }.use { client ->
            together(count, staggerMillis, executor) {
                check(client.get(url).bodyAsText().isNotEmpty()) { "an answer is empty" }
            }
        }
    }

    /** Waits [millis] in [count] coroutines at once. */
    @JvmStatic
    fun delays(count: Int, millis: Long, executor: ExecutorService) = together(count, 0, executor) { delay(millis) }

    private fun together(count: Int, staggerMillis: Long, executor: ExecutorService, task: suspend () -> Unit) {
        val scope = CoroutineScope(executor.asCoroutineDispatcher())
        runBlocking {
            List(count) {
                if (staggerMillis > 0) delay(staggerMillis)
                scope.async { task() }
            }.awaitAll()
        }
    }
}
