package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Suppliers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;

/** With nothing but the JDK. */
final class JdkMinimums {

    private JdkMinimums() {}

    static final class Sequential implements Minimum {
        @Override
        public Overview run(FanOut work) throws Exception {
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

        @Override
        public void close() {}
    }

    /** A pool for the calls; the caller waits and combines. */
    static final class Executor implements Minimum {
        private final ExecutorService io = Pools.fixed("min-io", IO_THREADS);

        @Override
        public Overview run(FanOut work) throws Exception {
            List<List<java.util.concurrent.Future<Body>>> fetching = new ArrayList<>();
            for (FanOut.Group group : work.groups()) {
                List<java.util.concurrent.Future<Body>> calls = new ArrayList<>();
                for (FanOut.Call call : group.calls()) {
                    calls.add(io.submit(call::fetch));
                }
                fetching.add(calls);
            }
            List<Part> parts = new ArrayList<>();
            for (int g = 0; g < fetching.size(); g++) {
                List<Body> bodies = new ArrayList<>();
                for (java.util.concurrent.Future<Body> call : fetching.get(g)) {
                    bodies.add(call.get());
                }
                parts.add(work.groups().get(g).combine(bodies));
            }
            return work.join(parts);
        }

        @Override
        public void close() {
            Pools.stop(io);
        }
    }

    /** Futures over two pools. */
    static final class Future implements Minimum {
        private final ExecutorService io = Pools.fixed("min-io", IO_THREADS);
        private final ExecutorService cpu = Pools.fixed("min-cpu", CPU_THREADS);

        @Override
        public Overview run(FanOut work) throws Exception {
            return overview(work, cpu, call -> CompletableFuture.supplyAsync(Suppliers.fetching(call), io))
                    .get();
        }

        @Override
        public void close() {
            Pools.stop(io);
            Pools.stop(cpu);
        }
    }

    /** Futures over a non-blocking client and one pool. */
    static final class FutureAsync implements Minimum {
        private final ExecutorService cpu = Pools.fixed("min-cpu", CPU_THREADS);

        @Override
        public Overview run(FanOut work) throws Exception {
            return overview(work, cpu, call -> call.fetchAsync().toCompletableFuture()).get();
        }

        @Override
        public void close() {
            Pools.stop(cpu);
        }
    }

    private static CompletableFuture<Overview> overview(
            FanOut work, ExecutorService cpu, Function<FanOut.Call, CompletableFuture<Body>> fetch) {
        List<CompletableFuture<Part>> parts = new ArrayList<>();
        for (FanOut.Group group : work.groups()) {
            List<CompletableFuture<Body>> bodies = new ArrayList<>();
            for (FanOut.Call call : group.calls()) {
                bodies.add(fetch.apply(call));
            }
            parts.add(all(bodies).thenApplyAsync(ignored -> group.combine(joined(bodies)), cpu));
        }
        return all(parts).thenApply(ignored -> work.join(joined(parts)));
    }

    private static <T> CompletableFuture<Void> all(List<CompletableFuture<T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
    }

    private static <T> List<T> joined(List<CompletableFuture<T>> futures) {
        List<T> values = new ArrayList<>(futures.size());
        for (CompletableFuture<T> future : futures) {
            values.add(future.join());
        }
        return values;
    }

    /** A virtual thread for each group and each call. */
    static final class VirtualThreads implements Minimum {
        @Override
        public Overview run(FanOut work) throws Exception {
            int groups = work.groups().size();
            Part[] parts = new Part[groups];
            Thread[] threads = new Thread[groups];
            for (int g = 0; g < groups; g++) {
                int index = g;
                FanOut.Group group = work.groups().get(g);
                threads[g] = Thread.startVirtualThread(() -> parts[index] = part(group));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            return work.join(List.of(parts));
        }

        private static Part part(FanOut.Group group) {
            int calls = group.calls().size();
            Body[] bodies = new Body[calls];
            Thread[] threads = new Thread[calls];
            try {
                for (int c = 0; c < calls; c++) {
                    int index = c;
                    FanOut.Call call = group.calls().get(c);
                    threads[c] = Thread.startVirtualThread(
                            () -> bodies[index] = Suppliers.fetching(call).get());
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return group.combine(List.of(bodies));
        }

        @Override
        public void close() {}
    }

    static final class ForkJoin implements Minimum {
        private final ForkJoinPool pool = new ForkJoinPool(IO_THREADS);

        @Override
        public Overview run(FanOut work) {
            return pool.submit(() -> work.join(all(work.groups(), ForkJoin::part))).join();
        }

        private static Part part(FanOut.Group group) {
            return group.combine(all(group.calls(), call -> Suppliers.fetching(call).get()));
        }

        private static <A, B> List<B> all(List<A> tasks, Function<A, B> run) {
            List<ForkJoinTask<B>> forked = new ArrayList<>();
            for (A task : tasks) {
                forked.add(ForkJoinTask.adapt(() -> run.apply(task)).fork());
            }
            List<B> values = new ArrayList<>();
            for (ForkJoinTask<B> task : forked) {
                values.add(task.join());
            }
            return values;
        }

        @Override
        public void close() {
            pool.shutdown();
        }
    }

    static final class ParallelStream implements Minimum {
        private final ForkJoinPool pool = new ForkJoinPool(IO_THREADS);

        @Override
        public Overview run(FanOut work) {
            return pool.submit(() -> work.join(work.groups().parallelStream()
                            .map(group -> group.combine(group.calls().parallelStream()
                                    .map(call -> Suppliers.fetching(call).get())
                                    .toList()))
                            .toList()))
                    .join();
        }

        @Override
        public void close() {
            pool.shutdown();
        }
    }
}
