package io.birdseye.experiments.android;

import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import kotlinx.coroutines.CoroutineDispatcher;
import reactor.core.publisher.Mono;

/**
 * Runs one action for each of a hundred seeds with one of the frameworks and returns when all are done. Pools are made
 * before the first run, as in the article; the libraries' own shared pools outlive it. For one calling thread at a
 * time.
 */
public final class HundredActions implements AutoCloseable {

    static final int ACTIONS = 100;
    private static final String STRUCTURED = "io.birdseye.experiments.preview.StructuredActions";

    private final Consumer<IntConsumer> run;
    private final Runnable release;

    private HundredActions(Consumer<IntConsumer> run, Runnable release) {
        this.run = run;
        this.release = release;
    }

    /**
     * Makes the pools of this framework.
     *
     * @throws IllegalStateException if it needs preview features and the JVM runs without them
     */
    public static HundredActions open(Framework framework) {
        int cores = Runtime.getRuntime().availableProcessors();
        List<Integer> seeds = IntStream.range(0, ACTIONS).boxed().toList();
        return switch (framework) {
            case DIRECT -> unpooled(action -> seeds.forEach(action::accept));
            case RX_ONE -> rx(seeds, io.reactivex.schedulers.Schedulers.single());
            case RX_CPU -> rx(seeds, io.reactivex.schedulers.Schedulers.computation());
            case RX_IO -> rx(seeds, io.reactivex.schedulers.Schedulers.io());
            case COROUTINE_ONE -> unpooled(action -> CoroutineActions.coroutinesOnCaller(seeds, action));
            case COROUTINE_CPU -> coroutines(seeds, CoroutineActions.cpu());
            case COROUTINE_CPU_LIMIT -> coroutines(seeds, CoroutineActions.cpuLimit(cores));
            case COROUTINE_IO -> coroutines(seeds, CoroutineActions.io());
            case FLOW_ONE -> unpooled(action -> CoroutineActions.flowsOnCaller(seeds, action));
            case FLOW_CPU -> flows(seeds, CoroutineActions.cpu());
            case FLOW_CPU_LIMIT -> flows(seeds, CoroutineActions.cpuLimit(cores));
            case FLOW_IO -> flows(seeds, CoroutineActions.io());
            case FIXED_CPU -> executor(seeds, Executors.newFixedThreadPool(cores));
            case FIXED_IO -> executor(seeds, Executors.newFixedThreadPool(ACTIONS));
            case STEAL_CPU -> executor(seeds, Executors.newWorkStealingPool(cores));
            case STEAL_IO -> executor(seeds, Executors.newWorkStealingPool(ACTIONS));
            case VIRTUAL -> executor(seeds, Executors.newVirtualThreadPerTaskExecutor());
            case STRUCTURED -> structured(seeds);
            case REACTOR_ONE -> reactor(seeds, reactor.core.scheduler.Schedulers.single());
            case REACTOR_CPU -> reactor(seeds, reactor.core.scheduler.Schedulers.parallel());
            case REACTOR_IO -> reactor(seeds, reactor.core.scheduler.Schedulers.boundedElastic());
        };
    }

    /** Runs the action once for each seed from 0 to 99 and waits for all. */
    public void run(IntConsumer action) {
        run.accept(action);
    }

    @Override
    public void close() {
        release.run();
    }

    private static HundredActions unpooled(Consumer<IntConsumer> run) {
        return new HundredActions(run, () -> {});
    }

    private static HundredActions rx(List<Integer> seeds, io.reactivex.Scheduler scheduler) {
        return unpooled(action -> {
            List<Completable> all = new ArrayList<>(ACTIONS);
            for (int seed : seeds) {
                all.add(Completable.fromAction(() -> action.accept(seed)).subscribeOn(scheduler));
            }
            Completable.merge(all).blockingAwait();
        });
    }

    private static HundredActions coroutines(List<Integer> seeds, CoroutineDispatcher dispatcher) {
        return unpooled(action -> CoroutineActions.coroutines(seeds, dispatcher, action));
    }

    private static HundredActions flows(List<Integer> seeds, CoroutineDispatcher dispatcher) {
        return unpooled(action -> CoroutineActions.flows(seeds, dispatcher, action));
    }

    private static HundredActions reactor(List<Integer> seeds, reactor.core.scheduler.Scheduler scheduler) {
        return unpooled(action -> {
            List<Mono<Void>> all = new ArrayList<>(ACTIONS);
            for (int seed : seeds) {
                all.add(Mono.<Void>fromRunnable(() -> action.accept(seed)).subscribeOn(scheduler));
            }
            Mono.when(all).block();
        });
    }

    private static HundredActions executor(List<Integer> seeds, ExecutorService executor) {
        Consumer<IntConsumer> run = action -> {
            List<Future<?>> all = new ArrayList<>(ACTIONS);
            for (int seed : seeds) {
                all.add(executor.submit(() -> action.accept(seed)));
            }
            all.forEach(HundredActions::await);
        };
        return new HundredActions(run, executor::close);
    }

    private static void await(Future<?> future) {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an action failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an action", e);
        }
    }

    /** By reflection, because classes with preview features do not load in a JVM without them. */
    @SuppressWarnings("unchecked")
    private static HundredActions structured(List<Integer> seeds) {
        try {
            BiConsumer<List<Integer>, IntConsumer> actions =
                    Class.forName(STRUCTURED).asSubclass(BiConsumer.class).getDeclaredConstructor().newInstance();
            return unpooled(action -> actions.accept(seeds, action));
        } catch (ReflectiveOperationException | UnsupportedClassVersionError e) {
            throw new IllegalStateException("structured concurrency needs --enable-preview on JDK 25", e);
        }
    }
}
