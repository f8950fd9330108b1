package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.HundredActions.coroutines;
import static io.birdseye.experiments.android.HundredActions.executor;
import static io.birdseye.experiments.android.HundredActions.flows;
import static io.birdseye.experiments.android.HundredActions.reactor;
import static io.birdseye.experiments.android.HundredActions.rx;

import io.reactivex.schedulers.Schedulers;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** What runs the hundred actions, by library and by how many threads it may use; and the direct call. */
public enum Framework {
    DIRECT(Threads.ONE, false, HundredActions::directly),
    RX_ONE(Threads.ONE, true, () -> rx(Schedulers.single())),
    RX_CPU(Threads.CPU, true, () -> rx(Schedulers.computation())),
    RX_IO(Threads.IO, true, () -> rx(Schedulers.io())),
    COROUTINE_ONE(Threads.ONE, true, HundredActions::coroutinesOnCaller),
    COROUTINE_CPU(Threads.CPU, true, () -> coroutines(CoroutineActions.cpu())),
    COROUTINE_CPU_LIMIT(Threads.CPU, true, () -> coroutines(CoroutineActions.cpuLimit(cores()))),
    COROUTINE_IO(Threads.IO, true, () -> coroutines(CoroutineActions.io())),
    FLOW_ONE(Threads.ONE, true, HundredActions::flowsOnCaller),
    FLOW_CPU(Threads.CPU, true, () -> flows(CoroutineActions.cpu())),
    FLOW_CPU_LIMIT(Threads.CPU, true, () -> flows(CoroutineActions.cpuLimit(cores()))),
    FLOW_IO(Threads.IO, true, () -> flows(CoroutineActions.io())),
    FIXED_CPU(Threads.CPU, true, () -> executor(Executors.newFixedThreadPool(cores()))),
    FIXED_IO(Threads.IO, true, () -> executor(Executors.newFixedThreadPool(HundredActions.ACTIONS))),
    STEAL_CPU(Threads.CPU, true, () -> executor(Executors.newWorkStealingPool(cores()))),
    STEAL_IO(Threads.IO, true, () -> executor(Executors.newWorkStealingPool(HundredActions.ACTIONS))),
    VIRTUAL(Threads.IO, false, () -> executor(Executors.newVirtualThreadPerTaskExecutor())),
    STRUCTURED(Threads.IO, false, HundredActions::structured),
    REACTOR_ONE(Threads.ONE, false, () -> reactor(reactor.core.scheduler.Schedulers.single())),
    REACTOR_CPU(Threads.CPU, false, () -> reactor(reactor.core.scheduler.Schedulers.parallel())),
    REACTOR_IO(Threads.IO, false, () -> reactor(reactor.core.scheduler.Schedulers.boundedElastic()));

    /** How many actions can run at once. */
    public enum Threads {
        /** One after the other. */
        ONE,
        /** As many as the machine has cores. */
        CPU,
        /** Many more than cores: all hundred, or as many as the library's I/O pool allows. */
        IO
    }

    private final Threads threads;
    private final boolean inArticle;
    private final Supplier<HundredActions> opening;

    Framework(Threads threads, boolean inArticle, Supplier<HundredActions> opening) {
        this.threads = threads;
        this.inArticle = inArticle;
        this.opening = opening;
    }

    /**
     * Makes its pools.
     *
     * @throws IllegalStateException if it needs preview features and the JVM runs without them
     */
    public HundredActions open() {
        return opening.get();
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    public Threads threads() {
        return threads;
    }

    /** Whether the article compares it. The direct call and what was added here are not. */
    public boolean isPublished() {
        return inArticle;
    }

    /** The name in results, such as {@code rx-io}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
