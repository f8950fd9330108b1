package io.birdseye.experiments.measure

import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.suspendCancellableCoroutine
import okhttp3.Call
import okhttp3.Callback
import okhttp3.Response
import okio.IOException

/**
 * Makes the call through OkHttp's queue and suspends until the answer is there. [read] runs on the client's thread,
 * which closes the answer afterwards.
 */
internal suspend fun <T> Call.await(read: (Response) -> T): T = suspendCancellableCoroutine { continuation ->
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
