package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.akka.AkkaStrategy;
import io.birdseye.strategy.executor.CompletableFutureStrategy;
import io.birdseye.strategy.rx.RxStrategy;
import io.reactivex.plugins.RxJavaPlugins;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the published form of a strategy does beside the contract. */
class AsPublishedTest {

    @AfterEach
    void leaveThePlugins() {
        RxJavaPlugins.setScheduleHandler(null);
    }

    @Test
    void callsAndZipsAreSubscribedOnThePoolAsPublished() throws Exception {
        AtomicInteger scheduled = new AtomicInteger();
        RxJavaPlugins.setScheduleHandler(task -> {
            scheduled.incrementAndGet();
            return task;
        });
        try (RxStrategy strategy = new RxStrategy(new Budget(4, 2, 8))) {
            strategy.run(TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), new Concurrency()))
                    .toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
        assertThat(scheduled).as("4 calls, 2 zips of bodies, 1 zip of parts").hasValue(4 + 2 + 1);
    }

    /** One thread makes the calls in order, so the first group's have ended well when the last call fails. */
    @Test
    void asPublishedNoGroupIsCombinedBeforeAllCallsHaveEnded() {
        FakeUpstream upstream = new FakeUpstream().when("g1c1", FakeUpstream.fail("g1c1"));
        Concurrency concurrency = new Concurrency();
        InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, concurrency);
        try (Strategy.Blocking strategy = new CompletableFutureStrategy(new Budget(1, 1, 4))) {
            assertThatThrownBy(() -> strategy.run(work)).hasStackTraceContaining("'g1c1'");
        }
        assertThat(concurrency.io().peak()).isEqualTo(1);
        assertThat(concurrency.cpu().peak()).as("combinations that were begun").isZero();
    }

    /** The master combines for all requests, so one whose bodies are there can be given up while it waits for it. */
    @Test
    void aRequestThatIsGivenUpWhileItWaitsForTheMasterIsNotCombined() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch masterIsBusy = new CountDownLatch(1);
        CountDownLatch masterGoesOn = new CountDownLatch(1);
        AtomicInteger combinations = new AtomicInteger();
        FakeUpstream slow = new FakeUpstream().when("call", cancellation -> {
            called.countDown();
            answer.await();
            return "body".getBytes(UTF_8);
        });
        InstrumentedFanOut late = fanOut(slow, combinations::incrementAndGet);
        InstrumentedFanOut first = fanOut(new FakeUpstream(), () -> {
            masterIsBusy.countDown();
            await(masterGoesOn);
        });
        try (AkkaStrategy akka = new AkkaStrategy(new Budget(2, 1, 4))) {
            CompletableFuture<Overview> lateAnswer = Host.start(akka, late);
            await(called);
            CompletableFuture<Overview> firstAnswer = Host.start(akka, first);
            await(masterIsBusy);
            answer.countDown();

            late.cancellation().cancel(new DeadlineExceeded(Duration.ofSeconds(1)));
            masterGoesOn.countDown();

            assertThat(firstAnswer.get(60, SECONDS)).isNotNull();
            assertThatThrownBy(() -> lateAnswer.get(60, SECONDS)).isInstanceOf(ExecutionException.class);
            // The third request has the same worker as the late one, so the master has seen the late body before its
            // body.
            InstrumentedFanOut third = fanOut(new FakeUpstream(), () -> {});
            assertThat(Host.start(akka, third).get(60, SECONDS)).isNotNull();
            assertThat(combinations).hasValue(0);
        }
    }

    private static InstrumentedFanOut fanOut(FakeUpstream upstream, Runnable combining) {
        Plan plan = new Plan(List.of(
                new Plan.GroupPlan("group", List.of(new Plan.CallPlan("call", "/call")), (bodies, query) -> {
                    combining.run();
                    return "{}".getBytes(UTF_8);
                })));
        return new InstrumentedFanOut(plan, upstream, TestPlans.query(), new Concurrency(), new Cancellation());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
