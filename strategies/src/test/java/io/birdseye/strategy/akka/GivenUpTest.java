package io.birdseye.strategy.akka;

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
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Host;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The master combines for all requests, so a request whose bodies are there can be given up while it waits for it. */
class GivenUpTest {

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
