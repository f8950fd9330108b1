package io.birdseye.experiments.android;

import io.birdseye.experiments.measure.AtOnce;
import io.birdseye.model.Format;
import io.reactivex.Completable;
import io.reactivex.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.Dispatchers;
import reactor.core.publisher.Mono;

/** What runs the hundred actions, by library and by how many threads it may use; and the direct call. */
public enum Framework {
    DIRECT(Threads.ONE, false, () -> action -> HundredActions.SEEDS.forEach(action::accept)),
    RX_ONE(Threads.ONE, true, () -> rx(Schedulers.single())),
    RX_CPU(Threads.CPU, true, () -> rx(Schedulers.computation())),
    RX_IO(Threads.IO, true, () -> rx(Schedulers.io())),
    COROUTINE_ONE(Threads.ONE, true, () -> action -> CoroutineActions.coroutinesOnCaller(HundredActions.SEEDS, action)),
    COROUTINE_CPU(Threads.CPU, true, () -> coroutines(Dispatchers.getDefault())),
    COROUTINE_CPU_LIMIT(Threads.CPU, true, () -> coroutines(limited(cores()))),
    COROUTINE_IO(Threads.IO, true, () -> coroutines(Dispatchers.getIO())),
    FLOW_ONE(Threads.ONE, true, () -> action -> CoroutineActions.flowsOnCaller(HundredActions.SEEDS, action)),
    FLOW_CPU(Threads.CPU, true, () -> flows(Dispatchers.getDefault())),
    FLOW_CPU_LIMIT(Threads.CPU, true, () -> flows(limited(cores()))),
    FLOW_IO(Threads.IO, true, () -> flows(Dispatchers.getIO())),
    FIXED_CPU(Threads.CPU, true, () -> executor(Executors.newFixedThreadPool(cores()))),
    FIXED_IO(Threads.IO, true, () -> executor(Executors.newFixedThreadPool(100))),
    STEAL_CPU(Threads.CPU, true, () -> executor(Executors.newWorkStealingPool(cores()))),
    STEAL_IO(Threads.IO, true, () -> executor(Executors.newWorkStealingPool(100))),
    VIRTUAL(Threads.IO, false, () -> executor(Executors.newVirtualThreadPerTaskExecutor())),
    STRUCTURED(Threads.IO, false, Framework::structured),
    REACTOR_ONE(Threads.ONE, false, () -> reactor(reactor.core.scheduler.Schedulers.single())),
    REACTOR_CPU(Threads.CPU, false, () -> reactor(reactor.core.scheduler.Schedulers.parallel())),
    REACTOR_IO(Threads.IO, false, () -> reactor(reactor.core.scheduler.Schedulers.boundedElastic()));

    private static final String STRUCTURED_ACTIONS = "io.birdseye.experiments.preview.StructuredActions";

    /** How many actions can run at once. */
    public enum Threads {
        ONE,
        /** As many as the machine has cores. */
        CPU,
        /** Many more than cores: all hundred, or as many as the library's I/O pool allows. */
        IO
    }

    /** A framework with its pools. The libraries' own shared pools outlive it. For one calling thread at a time. */
    @FunctionalInterface
    public interface HundredActions extends AutoCloseable {

        List<Integer> SEEDS = IntStream.range(0, 100).boxed().toList();

        /** Runs the action once for each seed from 0 to 99 and waits for all. */
        void run(IntConsumer action) throws Exception;

        @Override
        default void close() {}
    }

    private final Threads threads;
    private final boolean inArticle;
    private final Supplier<HundredActions> opening;

    Framework(Threads threads, boolean inArticle, Supplier<HundredActions> opening) {
        this.threads = threads;
        this.inArticle = inArticle;
        this.opening = opening;
    }

    /** Makes its pools, before the first run as in the article; throws without the preview features that it needs. */
    public HundredActions open() {
        return opening.get();
    }

    public Threads threads() {
        return threads;
    }

    /** Whether the article compares it. The direct call and what was added here are not. */
    public boolean isPublished() {
        return inArticle;
    }

    public String label() {
        return Format.label(this);
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** {@code Dispatchers.Default} asked for no more threads at once; since 1.7 that can be {@code Default} itself. */
    static CoroutineDispatcher limited(int threads) {
        return Dispatchers.getDefault().limitedParallelism(threads, null);
    }

    private static HundredActions coroutines(CoroutineDispatcher dispatcher) {
        return action -> CoroutineActions.coroutines(HundredActions.SEEDS, dispatcher, action);
    }

    private static HundredActions flows(CoroutineDispatcher dispatcher) {
        return action -> CoroutineActions.flows(HundredActions.SEEDS, dispatcher, action);
    }

    private static HundredActions rx(io.reactivex.Scheduler scheduler) {
        return action -> AtOnce.merged(HundredActions.SEEDS.size(),
                seed -> Completable.fromAction(() -> action.accept(seed)).subscribeOn(scheduler));
    }

    private static HundredActions reactor(reactor.core.scheduler.Scheduler scheduler) {
        return action -> {
            List<Mono<Void>> all = new ArrayList<>(HundredActions.SEEDS.size());
            for (int seed : HundredActions.SEEDS) {
                all.add(Mono.<Void>fromRunnable(() -> action.accept(seed)).subscribeOn(scheduler));
            }
            Mono.when(all).block();
        };
    }

    private static HundredActions executor(ExecutorService executor) {
        return new HundredActions() {
            @Override
            public void run(IntConsumer action) throws Exception {
                AtOnce.on(executor, SEEDS.size(), seed -> {
                    action.accept(seed);
                    return seed;
                });
            }

            @Override
            public void close() {
                executor.close();
            }
        };
    }

    /** By reflection, because classes with preview features do not load in a JVM without them. */
    @SuppressWarnings("unchecked")
    private static HundredActions structured() {
        try {
            BiConsumer<List<Integer>, IntConsumer> actions = Class.forName(STRUCTURED_ACTIONS)
                    .asSubclass(BiConsumer.class).getDeclaredConstructor().newInstance();
            return action -> actions.accept(HundredActions.SEEDS, action);
        } catch (ReflectiveOperationException | UnsupportedClassVersionError e) {
            throw new IllegalStateException("structured concurrency needs --enable-preview on JDK 25", e);
        }
    }
}
