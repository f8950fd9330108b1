package io.birdseye.experiments.rxtasks

import io.birdseye.experiments.measure.await
import java.util.function.IntFunction
import java.util.function.ObjIntConsumer
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import okhttp3.Call

/** One coroutine for each task on `Dispatchers.IO`: the call suspends, the database blocks a thread of that pool. */
object CoroutineJobs {

    /** Runs [count] tasks at once: [call] makes a task's HTTP call, [store] does its two database operations. */
    @JvmStatic
    fun run(count: Int, call: IntFunction<Call>, store: ObjIntConsumer<String>) = runBlocking<Unit> {
        List(count) { task ->
            async(Dispatchers.IO) {
                val body = call.apply(task).await { it.body.string() }
                store.accept(body, task)
            }
        }.awaitAll()
    }
}
