package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
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

    @Test
    void aStrategyThatWouldHaveMoreThreadsThanAreAllowedIsRefused() throws Exception {
        try (StrategyHost host = new StrategyHost(Strategies.load(), SHAPE, new Budget(8, 2, 8), 5, FAR)) {
            assertThat(failure(start(host, "executor", FAR)))
                    .isInstanceOf(Overloaded.class)
                    .hasMessageContaining("5 are allowed");

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
        }
    }

    @Test
    void aPlanMayJoinItsPartsInItsOwnWay() throws Exception {
        Plan names = new Plan(PLAN.groups(), (parts, query) ->
                new Overview((query.userId() + ":" + parts.getFirst().group()).getBytes(UTF_8)));
        try (StrategyHost host = host(8)) {
            CompletableFuture<Overview> answer =
                    host.run("virtual-threads", names, upstream, Query.ofUser(7), FAR);

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
}
