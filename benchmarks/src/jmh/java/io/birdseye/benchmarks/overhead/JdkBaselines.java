package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** With nothing but the JDK. */
final class JdkBaselines {

    private JdkBaselines() {}

    static Overview sequential(FanOut work) throws Exception {
        List<Part> parts = new ArrayList<>();
        for (FanOut.Group group : work.groups()) {
            List<Body> bodies = new ArrayList<>();
            for (FanOut.Call call : group.calls()) {
                bodies.add(call.fetch());
            }
            parts.add(group.combine(bodies));
        }
        return work.join(parts);
    }

    /** Completable futures; a pool combines, and one runs the calls where they hold a thread. */
    static Baseline futures(boolean blocking) {
        return Baseline.pooled((io, cpu) -> {
            Function<FanOut.Call, CompletableFuture<Body>> fetch = blocking
                    ? call -> CompletableFuture.supplyAsync(call::fetchUnchecked, io)
                    : call -> call.fetchAsync().toCompletableFuture();
            return work -> Futures.allOf(work.groups().stream().map(group -> Futures.allOf(group.calls().stream().map(fetch))
                            .thenApplyAsync(group::combine, cpu)))
                    .thenApply(work::join)
                    .get();
        });
    }

    /** A virtual thread for each group and each call. */
    static Overview virtualThreads(FanOut work) throws Exception {
        return work.join(inThreads(each(
                work.groups(), group -> () -> group.combine(inThreads(each(group.calls(), call -> call::fetch))))));
    }

    private static <T> List<T> inThreads(List<Callable<T>> tasks) throws Exception {
        List<FutureTask<T>> running = each(tasks, task -> {
            FutureTask<T> future = new FutureTask<>(task);
            Thread.startVirtualThread(future);
            return future;
        });
        List<T> values = new ArrayList<>(running.size());
        for (FutureTask<T> task : running) {
            values.add(task.get());
        }
        return values;
    }

    static Baseline forkJoin() {
        ForkJoinPool pool = new ForkJoinPool(Baseline.IO_THREADS);
        Baseline request = work -> pool.submit(() -> work.join(forked(
                        work.groups(), group -> group.combine(forked(group.calls(), FanOut.Call::fetchUnchecked)))))
                .join();
        return request.closedBy(pool::shutdown);
    }

    private static <A, B> List<B> forked(List<A> tasks, Function<A, B> run) {
        return each(each(tasks, task -> ForkJoinTask.adapt(() -> run.apply(task)).fork()), ForkJoinTask::join);
    }

    /** Cheaper than a stream, which would be part of what is measured. */
    static <A, B> List<B> each(List<A> all, Function<? super A, ? extends B> function) {
        List<B> results = new ArrayList<>(all.size());
        for (A one : all) {
            results.add(function.apply(one));
        }
        return results;
    }
}
