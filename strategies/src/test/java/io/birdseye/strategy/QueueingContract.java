package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.StrategyInfo.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every strategy promises about requests that wait, that are too many, or that nobody takes or wants. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class QueueingContract {

    private static final List<String> CALLS = List.of("g0c0", "g0c1", "g1c0", "g1c1");

    private final List<StrategyEntry> strategies;

    QueueingContract(List<StrategyEntry> strategies) {
        this.strategies = strategies;
    }

    Stream<StrategyEntry> strategies() {
        return strategies.stream();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aRequestGivenUpInTheQueueNeverReachesAnUpstream(StrategyEntry entry) throws Exception {
        Budget budget = new Budget(4, 2, 64);
        Concurrency concurrency = new Concurrency();
        FakeUpstream stalling = new FakeUpstream();
        CALLS.forEach(call -> stalling.when(call, FakeUpstream.stall(new CountDownLatch(1))));
        try (Strategy strategy = entry.create(budget, Shape.TWO_BY_TWO)) {
            List<InstrumentedFanOut> holders = new ArrayList<>();
            List<CompletableFuture<Overview>> held = new ArrayList<>();
            for (int i = 0; i < many(entry, 8); i++) {
                holders.add(TestPlans.fanOut(Shape.TWO_BY_TWO, stalling, concurrency));
                held.add(Host.start(strategy, holders.getLast()));
            }
            int room = firstStage(entry.topology(budget, Shape.TWO_BY_TWO));
            Contracts.await("the wire is full", () -> concurrency.io().running() == room);
            Concurrency untouched = new Concurrency();
            InstrumentedFanOut late = TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), untouched);
            CompletableFuture<Overview> answer = Host.start(strategy, late);

            late.cancellation().cancel(new DeadlineExceeded(Duration.ofSeconds(1)));

            if (has(entry, Limit.ENDS_IN_TURN)) {
                assertThat(answer).as("its turn has not come").isNotDone();
            } else {
                Contracts.await("it ends at once", answer::isDone);
            }
            holders.forEach(holder -> holder.cancellation().cancel(new IllegalStateException("the client has left")));
            for (CompletableFuture<Overview> other : held) {
                assertThat(catchThrowable(() -> other.get(60, SECONDS)).getCause()).hasMessage("the client has left");
            }
            Contracts.await("it has ended", answer::isDone);
            assertThat(answer).isCompletedExceptionally();
            assertThat(untouched.io().peak()).as("its calls on the wire").isZero();
            assertThat(Contracts.answerTo(strategy)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            // A strategy may tell of a failure while siblings of it are still on their way out.
            Contracts.await("no call is on the wire", () -> concurrency.io().running() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void onlyAHiddenDefaultKeepsAStrategyFromUsingItsBudget(StrategyEntry entry) throws Exception {
        Budget budget = new Budget(16, 2, 64);
        int room = entry.topology(budget, Shape.TWO_BY_TWO).ioThreads();
        if (!has(entry, Limit.HIDDEN_DEFAULT)) {
            assertThat(entry.info().hiddenLimit()).isEmpty();
            assertThat(room).isEqualTo(budget.ioConcurrency());
            return;
        }
        if (entry.info().hiddenLimit().startsWith("a call at once for each core but one, and one at least: ")) {
            assertThat(room).isEqualTo(ForkJoinPool.getCommonPoolParallelism());
        } else {
            assertThat(entry.info().hiddenLimit()).startsWith(room + " calls at once: ");
        }
        assertThat(room).isLessThan(budget.ioConcurrency());
        CountDownLatch goOn = new CountDownLatch(1);
        FakeUpstream upstream = holding(goOn);
        Concurrency concurrency = new Concurrency();
        try (Strategy strategy = entry.create(budget, Shape.TWO_BY_TWO)) {
            List<CompletableFuture<Overview>> answers = Stream.generate(() ->
                            Host.start(strategy, TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, concurrency)))
                    .limit(8).toList();
            Contracts.await("its few places are taken", () -> concurrency.io().running() == room);
            goOn.countDown();
            for (CompletableFuture<Overview> answer : answers) {
                answer.get(60, SECONDS);
            }
        }
        assertThat(concurrency.io().peak()).isEqualTo(room);
    }

    /** How many calls of waiting requests get onto the wire before the first one has ended. */
    private static int firstStage(Topology topology) {
        return topology.callsInTurn() && !topology.ioPerCall().isEmpty()
                ? topology.ioPerCall().getFirst() : topology.ioThreads();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void requestsBeyondTheQueueBoundAreQueuedOrRefusedButNeverHoldTheCaller(StrategyEntry entry) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        FakeUpstream upstream = holding(goOn);
        try (Strategy strategy = entry.create(new Budget(2, 1, 4), Shape.TWO_BY_TWO)) {
            CompletableFuture<List<CompletableFuture<Overview>>> started = CompletableFuture.supplyAsync(
                    () -> Stream.generate(() -> Host.start(
                                    strategy, TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency())))
                            .limit(12)
                            .toList(),
                    task -> Thread.ofPlatform().name("host-http").daemon().start(task));

            List<CompletableFuture<Overview>> answers = started.get(60, SECONDS);
            goOn.countDown();

            int refused = 0;
            for (CompletableFuture<Overview> answer : answers) {
                Throwable failure = catchThrowable(() -> answer.get(60, SECONDS));
                if (failure != null) {
                    assertThat(failure.getCause()).isInstanceOf(Overloaded.class);
                    refused++;
                }
            }
            assertThat(refused)
                    .as("as many are taken as there is room for")
                    .isLessThanOrEqualTo(has(entry, Limit.LOAD_SHEDDING) ? 11 : 8);
            Contracts.await("there is room again", () -> isTaken(strategy));
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void closeIsQuietWhileARequestThatWasGivenUpIsOnItsWayOut(StrategyEntry entry) throws Exception {
        Set<Thread> before = LiveThreads.platform();
        String stderr = Stderr.during(() -> {
            CountDownLatch started = new CountDownLatch(1);
            FakeUpstream upstream = new FakeUpstream();
            CALLS.forEach(call -> upstream.when(call, FakeUpstream.stall(started)));
            Strategy strategy = entry.create(new Budget(8, 2, 64), Shape.TWO_BY_TWO);
            InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency());
            CompletableFuture<Overview> answer = Host.start(strategy, work);
            started.await();

            work.cancellation().cancel(new IllegalStateException("the client has left"));
            strategy.close();

            assertThat(Thread.interrupted()).as("the closing thread is interrupted").isFalse();
            Contracts.await("no call is on the wire", () -> upstream.inProgress() == 0);
            if (entry.blocksHttpThread()) {
                Contracts.await("the HTTP thread is free", answer::isDone);
            }
        });
        Contracts.await("all threads of " + entry + " have ended", () -> Contracts.newThreads(before).isEmpty());
        assertThat(stderr).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void whoTakesAnAnswerSlowlyHoldsUpNoOther(StrategyEntry entry) throws Exception {
        try (Strategy strategy = entry.create(new Budget(8, 2, 64), Shape.TWO_BY_TWO)) {
            if (!(strategy instanceof Strategy.Async async)) {
                assertThat(entry.info().limits()).doesNotContain(Limit.HEAD_OF_LINE_BLOCKING);
                return; // the HTTP thread of the request is the only one that its client can hold
            }
            CountDownLatch consumerThere = new CountDownLatch(1);
            CountDownLatch taking = new CountDownLatch(1);
            CountDownLatch taken = new CountDownLatch(1);
            FakeUpstream upstream = new FakeUpstream().when("g0c0", cancellation -> {
                consumerThere.await();
                return new byte[] {'1'};
            });
            var ignored = async.run(TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency()))
                    .whenComplete((overview, failure) -> {
                        taking.countDown();
                        Contracts.awaitUninterruptibly(taken);
                    });
            consumerThere.countDown();
            assertThat(taking.await(60, SECONDS)).isTrue();
            try {
                CompletableFuture<Overview> other = Host.start(strategy, Contracts.healthy());

                if (has(entry, Limit.HEAD_OF_LINE_BLOCKING)) {
                    assertThat(other).isNotDone();
                    taken.countDown();
                }
                assertThat(Contracts.text(other)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            } finally {
                taken.countDown(); // a pool that outlives its strategy would stay held
            }
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void twoCombinationsThatFailAreOneFailure(StrategyEntry entry) throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Plan plan = new Plan(TestPlans.ofShape(Shape.TWO_BY_TWO).groups().stream()
                .map(group -> new Plan.GroupPlan(group.name(), group.calls(), (bodies, query) -> {
                    both.countDown();
                    awaitForAWhile(both); // strategies that combine one after another never get both here
                    throw new UpstreamFailure(group.name(), UpstreamFailure.Kind.MALFORMED, "it is not JSON");
                }))
                .toList());
        String stderr = Stderr.during(() -> {
            try (Strategy strategy = entry.create(new Budget(8, 2, 64), Shape.TWO_BY_TWO)) {
                InstrumentedFanOut work = new InstrumentedFanOut(
                        plan, new FakeUpstream(), TestPlans.query(), new Concurrency(), new Cancellation());

                Throwable failure = catchThrowable(() -> Host.start(strategy, work).get(60, SECONDS));

                assertThat(failure.getCause()).isInstanceOf(UpstreamFailure.class);
                assertThat(failure.getCause()).isSameAs(work.cancellation().cause());
            }
        });
        assertThat(stderr).isEmpty();
    }

    /** Upstreams that answer when they may. */
    private static FakeUpstream holding(CountDownLatch goOn) {
        FakeUpstream upstream = new FakeUpstream();
        CALLS.forEach(call -> upstream.when(call, cancellation -> {
            goOn.await();
            return ('"' + call + '"').getBytes(UTF_8);
        }));
        return upstream;
    }

    /** So many requests at once, or as few as a strategy that sheds load is sure to admit. */
    static int many(StrategyEntry entry, int requests) {
        return has(entry, Limit.LOAD_SHEDDING) ? 2 : requests;
    }

    private static boolean has(StrategyEntry entry, Limit limit) {
        return List.of(entry.info().limits()).contains(limit);
    }

    private static boolean isTaken(Strategy strategy) {
        Throwable failure = catchThrowable(() -> Contracts.answerTo(strategy));
        if (failure != null) {
            assertThat(failure.getCause()).isInstanceOf(Overloaded.class);
        }
        return failure == null;
    }

    private static void awaitForAWhile(CountDownLatch latch) {
        try {
            boolean ignored = latch.await(50, MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
