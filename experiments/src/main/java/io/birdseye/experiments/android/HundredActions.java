package io.birdseye.experiments.android;

import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
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
    private static final List<Integer> SEEDS = IntStream.range(0, ACTIONS).boxed().toList();
    private static final String STRUCTURED = "io.birdseye.experiments.preview.StructuredActions";

    private final Consumer<IntConsumer> run;
    private final Runnable release;

    private HundredActions(Consumer<IntConsumer> run, Runnable release) {
        this.run = run;
        this.release = release;
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

    static HundredActions directly() {
        return unpooled(action -> SEEDS.forEach(action::accept));
    }

    static HundredActions coroutinesOnCaller() {
        return unpooled(action -> CoroutineActions.coroutinesOnCaller(SEEDS, action));
    }

    static HundredActions flowsOnCaller() {
        return unpooled(action -> CoroutineActions.flowsOnCaller(SEEDS, action));
    }

    static HundredActions rx(io.reactivex.Scheduler scheduler) {
        return unpooled(action -> {
            List<Completable> all = new ArrayList<>(ACTIONS);
            for (int seed : SEEDS) {
                all.add(Completable.fromAction(() -> action.accept(seed)).subscribeOn(scheduler));
            }
            Completable.merge(all).blockingAwait();
        });
    }

    static HundredActions coroutines(CoroutineDispatcher dispatcher) {
        return unpooled(action -> CoroutineActions.coroutines(SEEDS, dispatcher, action));
    }

    static HundredActions flows(CoroutineDispatcher dispatcher) {
        return unpooled(action -> CoroutineActions.flows(SEEDS, dispatcher, action));
    }

    static HundredActions reactor(reactor.core.scheduler.Scheduler scheduler) {
        return unpooled(action -> {
            List<Mono<Void>> all = new ArrayList<>(ACTIONS);
            for (int seed : SEEDS) {
                all.add(Mono.<Void>fromRunnable(() -> action.accept(seed)).subscribeOn(scheduler));
            }
            Mono.when(all).block();
        });
    }

    static HundredActions executor(ExecutorService executor) {
        Consumer<IntConsumer> run = action -> {
            List<Future<?>> all = new ArrayList<>(ACTIONS);
            for (int seed : SEEDS) {
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
    static HundredActions structured() {
        try {
            BiConsumer<List<Integer>, IntConsumer> actions =
                    Class.forName(STRUCTURED).asSubclass(BiConsumer.class).getDeclaredConstructor().newInstance();
            return unpooled(action -> actions.accept(SEEDS, action));
        } catch (ReflectiveOperationException | UnsupportedClassVersionError e) {
            throw new IllegalStateException("structured concurrency needs --enable-preview on JDK 25", e);
        }
    }
}
