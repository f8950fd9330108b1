package io.birdseye.experiments.android

import java.util.function.IntConsumer
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** The hundred actions as coroutines and as flows, on the dispatchers that the article compares. */
object CoroutineActions {

    /** One coroutine for each action, all on the calling thread. */
    @JvmStatic
    fun coroutinesOnCaller(list: List<Int>, action: IntConsumer) = runBlocking {
        list.map { async { action.accept(it) } }.forEach { it.await() }
    }

    /** One coroutine for each action, each of which moves to [dispatcher]. */
    @JvmStatic
    fun coroutines(list: List<Int>, dispatcher: CoroutineDispatcher, action: IntConsumer) = runBlocking {
        list.map { async { withContext(dispatcher) { action.accept(it) } } }.forEach { it.await() }
    }

    /** One flow for each action, merged and collected on the calling thread. */
    @JvmStatic
    fun flowsOnCaller(list: List<Int>, action: IntConsumer) = runBlocking {
        list.map { flow { emit(action.accept(it)) } }.merge().collect()
    }

    /** One flow for each action, each of which runs on [dispatcher]. */
    @JvmStatic
    fun flows(list: List<Int>, dispatcher: CoroutineDispatcher, action: IntConsumer) = runBlocking {
        list.map { flow { emit(action.accept(it)) }.flowOn(dispatcher) }.merge().collect()
    }
}
