package io.birdseye.strategy.adaptive;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * Decides by its own measurements. It admits as many requests at once as keep the wait short and refuses the others, so
 * that the admitted ones are answered quickly under overload. It makes the calls of a request in parallel as long as
 * that saves more time than it costs. The price: it refuses requests that another strategy would queue.
 */
@StrategyInfo(
        name = "adaptive",
        summary = "calls in parallel or in turn, and as many requests at once, as its own measurements advise",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "Brakmo and Peterson, TCP Vegas (1995); Netflix concurrency-limits; Cardwell et al., BBR (2016)",
        takeWhen = "load or upstreams change, and clients would rather be refused than wait",
        avoidWhen = "every request must be answered, however late",
        pools = @StrategyInfo.Pool(name = "adaptive-cpu", cpu = true),
        limits = StrategyInfo.Limit.LOAD_SHEDDING,
        simplicity = @StrategyInfo.Simplicity(rank = 240, why = "an admission control of its own: refuses requests that others would still take"),
        origin = StrategyInfo.Origin.TODAY)
public final class AdaptiveStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService cpu;
    private final WorkLimit limit;
    private final CallOrder order = new CallOrder();

    public AdaptiveStrategy(Budget budget, Shape shape) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        cpu = Pools.fixed("adaptive-cpu", budget.cpuConcurrency());
        // As many requests as the budget can process at once, and at most the same number that wait.
        int room = Math.max(1, budget.ioConcurrency() / shape.calls()) + budget.cpuConcurrency();
        int least = Math.min(budget.maxInFlight(), budget.cpuConcurrency() + 1);
        int most = Math.max(least, Math.min(budget.maxInFlight(), 2 * room));
        limit = new WorkLimit(least, Math.clamp(room, least, most), most);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        if (!limit.tryEnter()) {
            throw new Overloaded("more than the " + limit.current() + " requests in progress would have to wait");
        }
        try {
            long start = System.nanoTime();
            Times times = new Times();
            CompletableFuture<List<Part>> parts = order.inParallel() ? inParallel(work, times) : inTurn(work, times);
            return parts.thenApply(work::join).whenComplete((overview, failure) -> {
                if (failure == null || work.cancellation().cause() instanceof DeadlineExceeded) {
                    limit.leave(System.nanoTime() - start);
                } else {
                    limit.leave();
                }
                if (failure == null) {
                    times.tell(order);
                }
            });
        } catch (RuntimeException | Error e) {
            limit.leave();
            throw e;
        }
    }

    private CompletableFuture<List<Part>> inParallel(FanOut work, Times times) {
        // A failed request occupies its place until all its tasks have ended, so this waits for all of them.
        return Futures.allOf(work.groups().stream()
                .map(group -> Futures.allOf(group.calls().stream().map(call -> fetch(work, call, times)))
                        .thenApplyAsync(bodies -> times.combine(group, bodies), cpu)));
    }

    private CompletableFuture<List<Part>> inTurn(FanOut work, Times times) {
        CompletableFuture<List<Part>> parts = CompletableFuture.completedFuture(List.of());
        for (FanOut.Group group : work.groups()) {
            parts = parts.thenCompose(done -> {
                CompletableFuture<List<Body>> bodies = CompletableFuture.completedFuture(List.of());
                for (FanOut.Call call : group.calls()) {
                    bodies = bodies.thenCompose(some -> fetch(work, call, times).thenApply(body -> and(some, body)));
                }
                return bodies.thenApplyAsync(some -> and(done, times.combine(group, some)), cpu);
            });
        }
        return parts;
    }

    private CompletableFuture<Body> fetch(FanOut work, FanOut.Call call, Times times) {
        return io.call(work.cancellation(), () -> times.fetch(call));
    }

    private static <T> List<T> and(List<T> some, T one) {
        return Stream.concat(some.stream(), Stream.of(one)).toList();
    }

    @Override
    public void close() {
        Pools.stop(cpu);
    }

    /** The durations of one request's tasks, without the time in queues. */
    private static final class Times {

        private long sumOfCalls;
        private long longestCall;
        private long sumOfCombinations;

        CompletionStage<Body> fetch(FanOut.Call call) {
            long start = System.nanoTime();
            return call.fetchAsync().whenComplete((body, failure) -> addCall(System.nanoTime() - start));
        }

        Part combine(FanOut.Group group, List<Body> bodies) {
            long start = System.nanoTime();
            Part part = group.combine(bodies);
            addCombination(System.nanoTime() - start);
            return part;
        }

        private synchronized void addCall(long nanos) {
            sumOfCalls += nanos;
            longestCall = Math.max(longestCall, nanos);
        }

        private synchronized void addCombination(long nanos) {
            sumOfCombinations += nanos;
        }

        synchronized void tell(CallOrder order) {
            order.note(sumOfCalls, longestCall, sumOfCombinations);
        }
    }

    /**
     * Decides whether the calls of a request are made in parallel or in turn. In parallel saves the sum of the calls minus
     * the longest of them; it costs hand-offs between threads, and the calls compete with those of other requests. Calls
     * are made in parallel if that saves a fifth of the time that all tasks of a request take in turn, and in turn again if
     * it saves less than a tenth.
     *
     * <p>The two thresholds differ so that the order does not change all the time under a load between them. The saving can
     * be computed from the measurements of either order, so the other order need not be tried.
     */
    static class CallOrder {

        private static final double WORTH_IT = 0.2;
        private static final double NOT_WORTH_IT = 0.1;

        /** The weight of the newest request in the moving average; the last 36 requests have nine tenths of the weight. */
        private static final double WEIGHT = 1 / 16.0;

        private double saved = 1;
        private boolean parallel = true;

        synchronized boolean inParallel() {
            return parallel;
        }

        /** Tells of a request: the durations of its calls, of the longest of them, and of its combinations. */
        synchronized void note(long sumNanos, long longestNanos, long computedNanos) {
            long whole = sumNanos + computedNanos;
            if (whole <= 0) {
                return;
            }
            saved += WEIGHT * ((double) (sumNanos - longestNanos) / whole - saved);
            parallel = parallel ? saved >= NOT_WORTH_IT : saved > WORTH_IT;
        }
    }
}
