package io.birdseye.experiments.measure

import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.request.get
import io.ktor.client.statement.bodyAsText
import java.util.concurrent.Callable
import java.util.concurrent.ExecutorService
import java.util.function.IntFunction
import java.util.function.ObjIntConsumer
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine
import okhttp3.Call
import okhttp3.Callback
import okhttp3.Response
import okio.IOException

/** Tasks as coroutines: started together with `async` and awaited together. */
object Coroutines {

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

    /** Runs [count] tasks on `Dispatchers.IO`: [call] makes an HTTP call, which suspends, and [store] blocks a thread. */
    @JvmStatic
    fun stored(count: Int, call: IntFunction<Call>, store: ObjIntConsumer<String>) = runBlocking<Unit> {
        List(count) { task ->
            async(Dispatchers.IO) {
                val body = call.apply(task).await { it.body.string() }
                store.accept(body, task)
            }
        }.awaitAll()
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

/**
 * Makes the call through OkHttp's queue and suspends until the answer is there. [read] runs on the client's thread,
 * which closes the answer afterwards.
 */
private suspend fun <T> Call.await(read: (Response) -> T): T = suspendCancellableCoroutine { continuation ->
    enqueue(object : Callback {
        override fun onFailure(call: Call, e: IOException) = continuation.resumeWithException(e)

        override fun onResponse(call: Call, response: Response) {
            try {
                continuation.resume(response.use(read))
            } catch (e: IOException) {
                continuation.resumeWithException(e)
            }
        }
    })
    continuation.invokeOnCancellation { cancel() }
}
