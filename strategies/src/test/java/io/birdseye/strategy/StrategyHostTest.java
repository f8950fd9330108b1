package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyHostTest {

    private static final Shape SHAPE = Shape.TWO_BY_TWO;
    private static final Plan PLAN = TestPlans.ofShape(SHAPE);
    private static final Duration FAR = Duration.ofMinutes(5);
    private static final Duration NEAR = Duration.ofMillis(50);

    private final FakeUpstream upstream = new FakeUpstream();

    private static StrategyHost host(int maxInFlight) {
        return new StrategyHost(SHAPE, new Budget(8, 2, maxInFlight));
    }

    private CompletableFuture<Overview> start(StrategyHost host, String strategy, Duration deadline) {
        return host.run(strategy, PLAN, upstream, Query.ofUser(1), deadline);
    }

    private static Throwable failure(CompletableFuture<Overview> answer) {
        Throwable failure = catchThrowable(() -> answer.get(60, SECONDS));
        return failure instanceof ExecutionException ? failure.getCause() : failure;
    }

    /** Or no test of a strategy would find a virtual thread that it leaves behind. */
    @Test
    void aVirtualThreadIsFoundWhileItLives() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread waiting = Thread.ofVirtual().name("waiting").start(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                // It ends, too.
            }
        });

        assertThat(LiveThreads.virtual()).contains("waiting");
        end.countDown();
        waiting.join();
        assertThat(LiveThreads.virtual()).doesNotContain("waiting");
    }

    @Test
    void aStrategyThatWouldHaveMoreThreadsThanAreAllowedIsRefused() throws Exception {
        try (StrategyHost host = new StrategyHost(Strategies.load(), SHAPE, new Budget(8, 2, 8), 5, FAR)) {
            assertThat(failure(start(host, "executor", FAR)))
                    .isInstanceOf(Overloaded.class).hasMessageContaining("5 are allowed");

            assertThat(Contracts.text(start(host, "sequential", FAR))).isEqualTo(TestPlans.answerOf(SHAPE));
        }
    }

    @Test
    void aHostWhoseStrategyEndsNoRequestSaysSo() {
        try (StrategyHost host = new StrategyHost(Strategies.load(), SHAPE, new Budget(8, 2, 8), 100, Duration.ofNanos(1))) {
            assertThat(host.unable()).isEmpty();
            upstream.when("g1c1", FakeUpstream.stall(new CountDownLatch(1)));
            CompletableFuture<Overview> stalled = start(host, "http-async", FAR);

            assertThat(host.unable().orElseThrow()).contains("strategy 'http-async'", "has ended none of its 1 requests");

            assertThat(stalled.cancel(true)).isTrue();
            Contracts.await("no strategy is unable", () -> host.unable().isEmpty());
        }
    }

    @Test
    void aPlanMayJoinItsPartsInItsOwnWay() throws Exception {
        Plan names = new Plan(PLAN.groups(), (parts, query) ->
                new Overview((query.userId() + ":" + parts.getFirst().group()).getBytes(UTF_8)));
        try (StrategyHost host = host(8)) {
            CompletableFuture<Overview> answer = host.run("virtual-threads", names, upstream, Query.ofUser(7), FAR);

            assertThat(Contracts.text(answer)).isEqualTo("7:g0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "executor", "virtual-threads", "http-async", "akka", "disruptor-diamond"})
    void aRequestIsGivenUpAtItsDeadlineAndTheNextOneIsAnswered(String strategy) throws Exception {
        try (StrategyHost host = host(1)) {
            upstream.when("g1c1", FakeUpstream.stall(new CountDownLatch(1)));

            assertThat(failure(start(host, strategy, NEAR))).isInstanceOf(DeadlineExceeded.class);

            assertThat(Thread.interrupted()).as("the calling thread is interrupted for good").isFalse();
            Contracts.await("no call is on the wire", () -> upstream.inProgress() == 0);
            upstream.answering(Map.of("g1c1", "\"g1c1\"".getBytes(UTF_8)));
            assertThat(answerOnceThereIsRoom(host, strategy)).isEqualTo(TestPlans.answerOf(SHAPE));
        }
    }

    /** A place is given back when the work has ended, which may be after the failure was told. */
    private String answerOnceThereIsRoom(StrategyHost host, String strategy) throws Exception {
        while (true) {
            CompletableFuture<Overview> answer = start(host, strategy, FAR);
            if (!answer.isCompletedExceptionally() || !(failure(answer) instanceof Overloaded)) {
                return Contracts.text(answer);
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void cancellingTheFutureGivesTheRequestUp() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        upstream.when("g0c0", FakeUpstream.stall(started));
        try (StrategyHost host = host(1)) {
            CompletableFuture<Overview> answer = start(host, "virtual-threads", FAR);
            started.await();

            answer.cancel(true);

            Contracts.await("no call is on the wire", () -> upstream.inProgress() == 0);
        }
    }

    @Test
    void closingGivesUpWhatIsInProgressAndLeavesNoThread() throws Exception {
        try (StrategyHost warm = host(8)) {
            Contracts.text(start(warm, "executor", FAR)); // loads classes that start threads for good
        }
        Set<Thread> before = LiveThreads.platform();
        CountDownLatch started = new CountDownLatch(1);
        upstream.when("g0c0", FakeUpstream.stall(started));
        StrategyHost host = host(8);
        CompletableFuture<Overview> answer;
        try (host) {
            answer = start(host, "async-executor", FAR);
            started.await();
        }

        assertThat(failure(answer)).isInstanceOf(CancellationException.class);
        assertThat(failure(start(host, "async-executor", FAR))).isInstanceOf(Overloaded.class);
        Contracts.await("all threads have ended", () -> Contracts.newThreads(before).isEmpty());
    }

    @Test
    void anInterruptOfTheCallerIsPassedOn() throws Exception {
        upstream.when("g0c0", cancellation -> {
            Thread.currentThread().interrupt(); // as the caller's own pool does when it is shut down
            throw new InterruptedException();
        });
        try (StrategyHost host = host(8)) {
            CompletableFuture<Overview> answer = start(host, "sequential", FAR);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure(answer)).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void whatCannotBeRunIsRefusedWithTheReason() {
        try (StrategyHost host = host(8)) {
            assertThatThrownBy(() -> start(host, "magic", FAR))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no strategy 'magic'; there is sequential, ");
            assertThatThrownBy(() -> start(host, "sequential", Duration.ZERO))
                    .hasMessageContaining("a deadline is positive");
            Plan other = TestPlans.ofShape(Shape.of(1));
            assertThatThrownBy(() -> host.run("sequential", other, upstream, Query.ofUser(1), FAR))
                    .hasMessage("the plan has [1] calls in its groups, but the host is for [2, 2]");
        }
    }

    private static final StrategyEntry SEQUENTIAL = Strategies.load().find("sequential").orElseThrow();
    private static final StrategyEntry EXECUTOR = Strategies.load().find("executor").orElseThrow();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayStart = new CountDownLatch(1);

    @Test
    void aFullPoolRefusesAndAPlaceThatIsGivenBackIsTakenAgain() {
        Budget one = new Budget(1, 1, 1);
        try (StrategyPools pools = pools(2, 100)) {
            StrategyPools.Pool pool = pools.enter(SEQUENTIAL, one);

            assertThatThrownBy(() -> pools.enter(SEQUENTIAL, one))
                    .isInstanceOf(Overloaded.class)
                    .hasMessageContaining("1 requests in flight, as many as its budget allows");
            pool.leave();

            assertThat(pools.enter(SEQUENTIAL, one)).isSameAs(pool);
        }
    }

    @Test
    void anIdlePoolIsRetiredForAnotherBudgetAndABusyOneIsNot() {
        try (StrategyPools pools = pools(1, 100)) {
            StrategyPools.Pool first = pools.enter(SEQUENTIAL, new Budget(1, 1, 8));
            assertThatThrownBy(() -> pools.enter(SEQUENTIAL, new Budget(2, 1, 8)))
                    .hasMessageContaining("are busy, and no more may run at once");
            first.leave();

            pools.enter(SEQUENTIAL, new Budget(2, 1, 8)).leave();

            StrategyPools.Pool again = pools.enter(SEQUENTIAL, new Budget(1, 1, 8));
            assertThat(again).isNotSameAs(first);
        }
    }

    /** Two budgets take turns in the only place, so that each retires the other's pool all the time. */
    @Test
    void noRequestIsToldThatAPoolIsFullBecauseItIsBeingRetired() throws Exception {
        int requests = 50_000;
        try (StrategyPools pools = pools(1, 100);
                ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> all = new ArrayList<>();
            for (int client = 0; client < 4; client++) {
                Budget budget = new Budget(1 + client % 2, 1, 1_000);
                all.add(() -> {
                    for (int i = 0; i < requests; i++) {
                        enterAndLeave(pools, budget);
                    }
                    return null;
                });
            }
            for (Future<Void> client : clients.invokeAll(all)) {
                client.get();
            }
        }
    }

    @Test
    void theThreadsOfAllPoolsAreBounded() {
        try (StrategyPools pools = pools(100, 20)) {
            StrategyPools.Pool first = pools.enter(EXECUTOR, new Budget(12, 1, 8));

            assertThatThrownBy(() -> pools.enter(EXECUTOR, new Budget(9, 1, 8)))
                    .isInstanceOf(Overloaded.class)
                    .hasMessageContaining("would have 9 threads beside the 12 of the others, and 20 are allowed");
            pools.enter(EXECUTOR, new Budget(8, 1, 8)).leave();
            pools.enter(SEQUENTIAL, new Budget(1_000, 1, 8)).leave();
            first.leave();

            // The idle ones are closed, the longest idle first, until there is room.
            pools.enter(EXECUTOR, new Budget(20, 1, 8)).leave();
            assertThat(pools.reached()).extracting(pool -> pool.budget().ioConcurrency()).containsExactly(20, 1_000);
        }
    }

    @Test
    void aStrategyThatCannotStartItsThreadsIsRefusedAndTakesNoRoom() {
        try (StrategyPools pools = pools(1, 10)) {
            try (var _ = ThreadsOnHand.only(0)) {
                assertThatThrownBy(() -> pools.enter(EXECUTOR, new Budget(10, 1, 8)))
                        .isInstanceOf(Overloaded.class)
                        .hasMessageContaining("no room for the threads of strategy 'executor'");
            }

            pools.enter(EXECUTOR, new Budget(10, 1, 8)).leave();
        }
    }

    /** Its constructor takes as long as a test wants. */
    @StrategyInfo(
            name = "slow-start",
            summary = "starts slowly",
            waits = "nobody",
            waiter = StrategyInfo.Waiter.NOBODY,
            source = "the tests",
            origin = StrategyInfo.Origin.TODAY,
            pools = @StrategyInfo.Pool(name = "slow", more = 1))
    private static final class SlowStart implements Strategy.Async {

        private static final AtomicInteger STARTED = new AtomicInteger();

        SlowStart(CountDownLatch begun, CountDownLatch mayStart) {
            STARTED.incrementAndGet();
            begun.countDown();
            try {
                mayStart.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public CompletionStage<Overview> run(FanOut work) {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {}
    }

    @Test
    void aStrategyThatStartsSlowlyHoldsUpNoOtherAndIsStartedOnce() throws Exception {
        StrategyEntry slow = slowStart();
        Budget one = new Budget(1, 1, 8);
        SlowStart.STARTED.set(0);
        try (StrategyPools pools = pools(3, 100);
                ExecutorService clients = Executors.newFixedThreadPool(2)) {
            List<Future<StrategyPools.Pool>> waiting = List.of(
                    clients.submit(() -> pools.enter(slow, one)), clients.submit(() -> pools.enter(slow, one)));
            begun.await();

            pools.enter(EXECUTOR, one).leave();

            mayStart.countDown();
            assertThat(waiting.get(0).get()).isSameAs(waiting.get(1).get());
            assertThat(SlowStart.STARTED).hasValue(1);
        } finally {
            mayStart.countDown();
        }
    }

    @Test
    void aStrategyThatIsStartedWhileAllAreClosedIsClosedToo() throws Exception {
        StrategyEntry slow = slowStart();
        try (ExecutorService clients = Executors.newSingleThreadExecutor()) {
            StrategyPools pools = pools(3, 100);
            Future<StrategyPools.Pool> waiting = clients.submit(() -> pools.enter(slow, new Budget(1, 1, 8)));
            begun.await();

            pools.close();
            mayStart.countDown();

            assertThatThrownBy(waiting::get).hasRootCauseInstanceOf(Overloaded.class)
                    .hasRootCauseMessage("the service is shutting down");
            assertThat(pools.reached()).isEmpty();
        } finally {
            mayStart.countDown();
        }
    }

    private StrategyEntry slowStart() {
        return StrategyEntry.of(SlowStart.class, budget -> new SlowStart(begun, mayStart));
    }

    private static StrategyPools pools(int maxPools, int maxThreads) {
        return new StrategyPools(Shape.TWO_BY_TWO, maxPools, maxThreads, Duration.ofMinutes(1));
    }

    private static void enterAndLeave(StrategyPools pools, Budget budget) {
        try {
            pools.enter(SEQUENTIAL, budget).leave();
        } catch (Overloaded e) {
            // The other budget's pool may be busy; this one has a thousand places for four clients.
            assertThat(e).hasMessageContaining("are busy, and no more may run at once");
        }
    }
}
