package io.birdseye.service.overview;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.service.observe.RequestCounts.Outcome;
import io.birdseye.service.observe.RequestCounts;
import io.birdseye.service.observe.TaskSums;
import io.birdseye.service.pools.StrategyPools.Lease;
import io.birdseye.service.problem.Problems;
import io.birdseye.service.server.Exchange;
import io.birdseye.strategy.Strategy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request in the hands of a strategy. It is answered once, by whoever comes first: the strategy with its outcome,
 * or the deadline. The strategy's place is given back when the strategy has ended, which may be later.
 */
final class OverviewRun {

    private final Exchange exchange;
    private final Lease lease;
    private final InstrumentedFanOut fanOut;
    private final Answer answer;
    private final RequestCounts counts;
    private final TaskSums sums;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** Where the outcome goes; called once. */
    interface Answer {
        void send(Overview overview, List<TaskTiming> timings);

        void fail(Throwable failure, List<TaskTiming> timings);
    }

    OverviewRun(
            Exchange exchange,
            Lease lease,
            InstrumentedFanOut fanOut,
            Answer answer,
            RequestCounts counts,
            TaskSums sums) {
        this.exchange = exchange;
        this.lease = lease;
        this.fanOut = fanOut;
        this.answer = answer;
        this.counts = counts;
        this.sums = sums;
    }

    /** Returns when the strategy gives the calling thread back. */
    void start() {
        counts.started();
        switch (lease.strategy()) {
            case Strategy.Blocking strategy -> hold(strategy);
            case Strategy.Async strategy -> suspend(strategy);
        }
    }

    private void hold(Strategy.Blocking strategy) {
        Interruption interruption = new Interruption();
        Overview overview = null;
        Throwable failure = null;
        interruption.enter();
        try {
            exchange.own(reason -> {
                interruption.interrupt();
                giveUp(reason);
            });
            overview = strategy.run(fanOut);
        } catch (Throwable e) {
            failure = e;
        } finally {
            interruption.leave();
        }
        end(overview, failure);
    }

    private void suspend(Strategy.Async strategy) {
        exchange.own(this::giveUp);
        try {
            strategy.run(fanOut).whenComplete(this::end);
        } catch (Throwable e) {
            end(null, e);
        }
    }

    /** The strategy has come to its end. */
    private void end(@Nullable Overview overview, @Nullable Throwable failure) {
        lease.close();
        List<TaskTiming> timings = fanOut.timings();
        sums.add(timings);
        if (failure != null) {
            counts.ended(Problems.isRefusal(failure) ? Outcome.REFUSED : Outcome.FAILED);
            fail(failure, timings);
        } else if (answered.compareAndSet(false, true)) {
            counts.ended(Outcome.SUCCEEDED);
            answer.send(Objects.requireNonNull(overview, "a strategy has to bring an overview"), timings);
        } else {
            // Too late: the request has been given up.
            counts.ended(Outcome.FAILED);
        }
    }

    private void giveUp(RuntimeException reason) {
        fail(reason, fanOut.timings());
    }

    /** What went wrong first is what counts; everything after it only followed from it. */
    private void fail(Throwable failure, List<TaskTiming> timings) {
        if (answered.compareAndSet(false, true)) {
            RuntimeException first = fanOut.cancellation().cause();
            answer.fail(first == null ? failure : first, timings);
        }
    }
}
