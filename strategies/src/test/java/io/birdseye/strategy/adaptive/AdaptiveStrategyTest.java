package io.birdseye.strategy.adaptive;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Host;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.adaptive.AdaptiveStrategy.CallOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveStrategyTest {

    /** Room for one request. */
    private static final Budget ONE = new Budget(4, 2, 1);

    @Test
    void aPlaceIsTakenUntilTheWorkHasReallyEnded() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FakeUpstream deaf = new FakeUpstream().when("g0c0", cancellation -> {
            started.countDown();
            goOn.await(); // takes no notice of being cancelled
            return new byte[] {'1'};
        });
        try (AdaptiveStrategy strategy = new AdaptiveStrategy(ONE, Shape.TWO_BY_TWO)) {
            InstrumentedFanOut work = fanOut(deaf);
            CompletableFuture<Overview> first = Host.start(strategy, work);
            started.await();
            work.cancellation().cancel(new DeadlineExceeded(Duration.ofSeconds(1)));

            assertThatThrownBy(() -> strategy.run(fanOut(new FakeUpstream()))).isInstanceOf(Overloaded.class);
            assertThat(first).isNotDone();

            goOn.countDown();
            assertThat(first).failsWithin(60, SECONDS);
            assertThat(Host.start(strategy, fanOut(new FakeUpstream())).get(60, SECONDS)).isNotNull();
        }
    }

    @Test
    void callsThatSaveNothingInParallelAreMadeInTurnAndOthersInParallelAgain() {
        CallOrder order = new CallOrder();
        assertThat(order.inParallel()).isTrue();

        tell(order, 4_000_000, 1_000_000, 40_000_000);
        assertThat(order.inParallel()).as("3 of 44 ms").isFalse();
        tell(order, 8_000_000, 2_000_000, 40_000_000);
        assertThat(order.inParallel()).as("6 of 48 ms: between the two marks it stays").isFalse();
        tell(order, 800_000_000, 200_000_000, 40_000_000);
        assertThat(order.inParallel()).as("600 of 840 ms").isTrue();
        tell(order, 8_000_000, 2_000_000, 40_000_000);
        assertThat(order.inParallel()).as("6 of 48 ms, from above").isTrue();
    }

    private static void tell(CallOrder order, long sumNanos, long longestNanos, long computedNanos) {
        for (int i = 0; i < 100; i++) {
            order.note(sumNanos, longestNanos, computedNanos);
        }
    }

    @Test
    void oneSlowRequestDoesNotChangeTheOrder() {
        CallOrder order = new CallOrder();
        tell(order, 800_000_000, 200_000_000, 40_000_000);

        order.note(4_000_000, 1_000_000, 40_000_000_000L);

        assertThat(order.inParallel()).isTrue();
    }

    @Test
    void anAnswerIsTheSameInTurn() throws Exception {
        try (AdaptiveStrategy strategy = new AdaptiveStrategy(new Budget(8, 2, 8), Shape.of(1, 2, 3))) {
            for (int i = 0; i < 200; i++) {
                InstrumentedFanOut work = TestPlans.fanOut(Shape.of(1, 2, 3), new FakeUpstream(), new Concurrency());
                assertThat(new String(Host.start(strategy, work).get(60, SECONDS).json()))
                        .isEqualTo(TestPlans.answerOf(Shape.of(1, 2, 3)));
            }
        }
    }

    private static InstrumentedFanOut fanOut(FakeUpstream upstream) {
        return TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency());
    }

    private static final int SLOTS = 15;
    private static final double SERVICE_MS = 200;

    /** Far above what the server can do, so that the bound is not what saves it. */
    private static final int BOUND = 1_000;

    private final WorkLimit limit = new WorkLimit(3, SLOTS + 2, BOUND);
    private final SimulatedServer server = new SimulatedServer(SLOTS, limit);
    private final double capacity = server.capacity(SERVICE_MS);

    @Test
    void atTwiceTheCapacityGoodputHoldsAndSoDoesLatency() {
        SimulatedServer.Outcome overload = server.run(2 * capacity, SERVICE_MS, 60);

        assertThat(overload.perSecond()).isGreaterThan(0.9 * capacity);
        assertThat(overload.p99Millis()).isLessThan(3 * SERVICE_MS);
        assertThat(overload.refusedShare()).isBetween(0.45, 0.6);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.02, 1.1, 1.3})
    void itDoesNotCreepUpUnderMildOverloadHoweverLongThatLasts(double load) {
        int afterAMinute = server.run(load * capacity, SERVICE_MS, 60).limit();
        SimulatedServer.Outcome afterHours = null;
        for (int hour = 0; hour < 3; hour++) {
            afterHours = server.run(load * capacity, SERVICE_MS, 3_600);
            assertThat(afterHours.p99Millis()).isLessThan(3 * SERVICE_MS);
            assertThat(afterHours.perSecond()).isGreaterThan(0.9 * capacity);
        }

        assertThat(afterHours.limit()).isLessThan(2 * Math.max(afterAMinute, SLOTS + 2));
    }

    @Test
    void itDoesNotTakeTheTimeUnderLoadForTheTimeWithoutLoadWhenItStartsUnderLoad() {
        WorkLimit late = new WorkLimit(3, 300, BOUND);
        SimulatedServer flooded = new SimulatedServer(SLOTS, late);
        flooded.run(3 * capacity, SERVICE_MS, 60);

        assertThat(flooded.run(3 * capacity, SERVICE_MS, 60).p99Millis()).isLessThan(3 * SERVICE_MS);
    }

    @Test
    void itLetsEveryoneInWhoCanBeServed() {
        SimulatedServer.Outcome light = server.run(0.5 * capacity, SERVICE_MS, 60);

        assertThat(light.refusedShare()).isLessThan(0.01);
        assertThat(light.perSecond()).isGreaterThan(0.48 * capacity);
    }

    @Test
    void itFollowsALoadThatStepsUpAndDown() {
        for (int step = 0; step < 5; step++) {
            SimulatedServer.Outcome up = server.run(2 * capacity, SERVICE_MS, 20);
            server.run(0.5 * capacity, SERVICE_MS, 5); // five seconds to recover
            SimulatedServer.Outcome down = server.run(0.5 * capacity, SERVICE_MS, 10);

            assertThat(up.perSecond()).isGreaterThan(0.88 * capacity);
            assertThat(down.refusedShare()).isLessThan(0.02);
            assertThat(down.p99Millis()).isLessThan(1.5 * SERVICE_MS);
        }
    }

    @Test
    void itBelievesThatTheUpstreamHasBecomeSlowerAndThatItIsQuickAgain() {
        server.run(2 * capacity, SERVICE_MS, 30);
        server.run(2 * capacity, 2 * SERVICE_MS, 60);
        SimulatedServer.Outcome slow = server.run(2 * capacity, 2 * SERVICE_MS, 60);
        server.run(2 * capacity, SERVICE_MS, 20);
        SimulatedServer.Outcome quick = server.run(2 * capacity, SERVICE_MS, 60);

        assertThat(slow.perSecond()).isGreaterThan(0.9 * server.capacity(2 * SERVICE_MS));
        assertThat(slow.p99Millis()).isLessThan(3 * 2 * SERVICE_MS);
        assertThat(quick.perSecond()).isGreaterThan(0.9 * capacity);
        assertThat(quick.p99Millis()).isLessThan(3 * SERVICE_MS);
    }

    @Test
    void itStaysWithinItsBoundsWhateverItIsTold() {
        WorkLimit narrow = new WorkLimit(2, 3, 4);
        for (long taken : new long[] {1, 1_000_000_000, 1, 50, 1_000_000}) {
            for (int i = 0; i < 500; i++) {
                assertThat(narrow.tryEnter()).isTrue();
                narrow.leave(taken);
                assertThat(narrow.current()).isBetween(2, 4);
            }
        }
    }

    @Test
    void aPlaceIsFreeAfterAFailureToo() {
        WorkLimit one = new WorkLimit(1, 1, 1);
        assertThat(one.tryEnter()).isTrue();
        assertThat(one.tryEnter()).isFalse();

        one.leave();

        assertThat(one.tryEnter()).isTrue();
        assertThat(one.inProgress()).isEqualTo(1);
    }

    @Test
    void boundsThatContradictOneAnotherAreRefused() {
        assertThatThrownBy(() -> new WorkLimit(3, 2, 4)).hasMessageContaining("3, 2, 4");
    }

    /**
     * A server in virtual time: so many requests are worked at, the others that were let in wait in line. Arrivals are
     * Poisson, service times are drawn between 0.8 and 1.2 of their mean; all of it from one seed.
     */
    private static final class SimulatedServer {

        private final int slots;
        private final Random random = new Random(1);
        private final WorkLimit limit;
        private final PriorityQueue<Long> slotFreeAt = new PriorityQueue<>();
        private final PriorityQueue<Visit> inside = new PriorityQueue<>(Comparator.comparingLong(Visit::doneAt));
        private long now;

        private record Visit(long enteredAt, long doneAt) {}

        /** What came of one phase. */
        record Outcome(double perSecond, double p99Millis, double refusedShare, int limit) {}

        SimulatedServer(int slots, WorkLimit limit) {
            this.slots = slots;
            this.limit = limit;
            for (int i = 0; i < slots; i++) {
                slotFreeAt.add(0L);
            }
        }

        /** The most requests that it can finish in a second. */
        double capacity(double serviceMillis) {
            return slots / serviceMillis * 1_000;
        }

        /** Runs at one rate of arrivals for so long. */
        Outcome run(double perSecond, double serviceMillis, double seconds) {
            long end = now + nanos(seconds * 1_000);
            long arrivals = 0;
            long refused = 0;
            List<Long> taken = new ArrayList<>();
            long next = now + gap(perSecond);
            while (next < end) {
                finishUntil(next, taken);
                now = next;
                arrivals++;
                if (limit.tryEnter()) {
                    long begin = Math.max(now, slotFreeAt.remove());
                    long done = begin + nanos(serviceMillis * (0.8 + 0.4 * random.nextDouble()));
                    slotFreeAt.add(done);
                    inside.add(new Visit(now, done));
                } else {
                    refused++;
                }
                next += gap(perSecond);
            }
            finishUntil(end, taken);
            now = end;
            taken.sort(null);
            double p99 = taken.isEmpty() ? 0 : taken.get((int) (taken.size() * 0.99)) / 1e6;
            return new Outcome(taken.size() / seconds, p99, (double) refused / arrivals, limit.current());
        }

        private void finishUntil(long time, List<Long> taken) {
            while (!inside.isEmpty() && inside.peek().doneAt() <= time) {
                Visit visit = inside.remove();
                taken.add(visit.doneAt() - visit.enteredAt());
                limit.leave(visit.doneAt() - visit.enteredAt());
            }
        }

        private long gap(double perSecond) {
            return (long) (-Math.log(1 - random.nextDouble()) / perSecond * 1e9);
        }

        private static long nanos(double millis) {
            return (long) (millis * 1e6);
        }
    }
}
