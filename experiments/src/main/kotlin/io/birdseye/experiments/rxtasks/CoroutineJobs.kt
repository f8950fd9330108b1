package io.birdseye.experiments.rxtasks

import java.util.function.IntFunction
import java.util.function.ObjIntConsumer
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine
import okhttp3.Call
import okhttp3.Callback
import okhttp3.Response
import okio.IOException

/** One coroutine for each task on `Dispatchers.IO`: the call suspends, the database blocks a thread of that pool. */
object CoroutineJobs {

    /** Runs [count] tasks at once: [call] makes a task's HTTP call, [store] does its two database operations. */
    @JvmStatic
    fun run(count: Int, call: IntFunction<Call>, store: ObjIntConsumer<String>) = runBlocking<Unit> {
        List(count) { task ->
            async(Dispatchers.IO) {
                val body = body(call.apply(task))
                store.accept(body, task)
            }
        }.awaitAll()
    }

    private suspend fun body(call: Call): String = suspendCancellableCoroutine { continuation ->
        call.enqueue(object : Callback {
            override fun onFailure(call: Call, e: IOException) = continuation.resumeWithException(e)

            override fun onResponse(call: Call, response: Response) {
                try {
                    continuation.resume(response.use { it.body.string() })
                } catch (e: IOException) {
                    continuation.resumeWithException(e)
                }
            }
        })
        continuation.invokeOnCancellation { call.cancel() }
    }
}
