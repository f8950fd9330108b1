package io.birdseye.strategy.disruptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PipelineTest {

    @Test
    void sharesDifferByOneAtMostAndAddUpToTheThreadsIfThereAreEnough() {
        for (int threads = 1; threads <= 100; threads++) {
            for (int stages = 1; stages <= 9; stages++) {
                var shares = Pipeline.shares(threads, stages);
                assertThat(shares).hasSize(stages).allMatch(share -> share >= 1);
                assertThat(shares.stream().mapToInt(Integer::intValue).sum()).isEqualTo(Math.max(threads, stages));
                assertThat(shares.getFirst() - shares.getLast()).isBetween(0, 1);
            }
        }
    }

    @Test
    void stagesInTurnHaveTheArticlesThreadsInItsBudgetAndEqualOnesInAnyOther() {
        assertThat(ChainedPipeline.topology(new Budget(9, 2, 50), Shape.TWO_BY_TWO).ioPerCall()).containsExactly(3, 1, 3, 2);
        assertThat(ChainedPipeline.topology(new Budget(60, 2, 50), Shape.TWO_BY_TWO).ioPerCall())
                .containsExactly(15, 15, 15, 15);
    }

    /** A ring whose only stage runs this. */
    private static final class OneStage extends Pipeline {

        OneStage(Waiting waiting, Consumer<Slot> task) {
            super("one-stage", new Budget(1, 1, 2), Shape.of(1), waiting);
            List<Sequence> stage = stage(RING, 1, task);
            assertThat(stage).hasSize(1);
            start();
        }
    }

    /** Thrown around a task, and not within it: by the stage itself. */
    @ParameterizedTest
    @EnumSource(Waiting.class)
    void anErrorFailsItsRequestAndNotTheThreadOfTheStage(Waiting waiting) throws Exception {
        AtomicInteger requests = new AtomicInteger();
        Consumer<Slot> task = slot -> {
            if (requests.incrementAndGet() <= 4) {
                throw new OutOfMemoryError("Java heap space");
            }
            slot.run(() -> slot.fetch(0, 0));
            slot.run(() -> slot.combine(0));
            slot.end();
        };
        try (OneStage ring = new OneStage(waiting, task)) {
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> submit(ring).get(60, SECONDS))
                        .isInstanceOf(ExecutionException.class).hasCauseInstanceOf(OutOfMemoryError.class);
            }

            assertThat(submit(ring).get(60, SECONDS)).hasSize(1);
        }
    }

    private static CompletableFuture<List<Part>> submit(Pipeline ring) {
        return ring.submit(TestPlans.fanOut(Shape.of(1), new FakeUpstream(), new Concurrency()));
    }

    private static final Budget BUDGET = new Budget(8, 2, 16);

    @AfterEach
    void leaveTheUsualWaiting() {
        System.clearProperty(Waiting.PROPERTY);
    }

    @Test
    void aRingWaitsAsUsualUnlessThePropertyIsSet() {
        assertThat(Waiting.chosenOr(Waiting.LIBRARY)).isEqualTo(Waiting.LIBRARY);
        assertThat(Waiting.chosenOr(Waiting.PARKING)).isEqualTo(Waiting.PARKING);
        System.setProperty(Waiting.PROPERTY, "parking");
        assertThat(Waiting.chosenOr(Waiting.LIBRARY)).isEqualTo(Waiting.PARKING);
    }

    @Test
    void anotherValueIsRefusedWithThoseThatAreAllowed() {
        assertThatThrownBy(() -> Waiting.parse("Spinning", Waiting.LIBRARY))
                .hasMessage("birdseye.disruptor.waiting is 'Spinning', but must be library or parking");
    }

    static Stream<Arguments> cells() {
        BiFunction<Budget, Shape, Strategy.Blocking> chain = DisruptorStrategy::new;
        BiFunction<Budget, Shape, Strategy.Blocking> diamond = DisruptorDiamondStrategy::new;
        return Stream.of("library", "parking")
                .flatMap(waiting -> Stream.of(Arguments.of(waiting, chain), Arguments.of(waiting, diamond)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void bothTopologiesAnswerWithEitherWaiting(
            String waiting, BiFunction<Budget, Shape, Strategy.Blocking> topology) throws Exception {
        System.setProperty(Waiting.PROPERTY, waiting);
        try (Strategy.Blocking strategy = topology.apply(BUDGET, Shape.TWO_BY_TWO)) {
            for (int i = 0; i < 20; i++) {
                InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), new Concurrency());

                Overview answer = strategy.run(work);

                assertThat(new String(answer.json(), UTF_8)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            }
        }
    }

    /** A thread that spins behind a call takes the core that the request needs. */
    @Test
    @Timeout(20)
    void noThreadOfAChainSpinsWhileACallWaits() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        CountDownLatch asked = new CountDownLatch(1);
        InstrumentedFanOut work = TestPlans.fanOut(
                Shape.TWO_BY_TWO, new FakeUpstream().when("g0c0", FakeUpstream.stall(asked)), new Concurrency());
        try (Strategy.Blocking strategy = new DisruptorStrategy(BUDGET, Shape.TWO_BY_TWO);
                AutoCloseable end = () -> work.cancellation().cancel(new CancellationException("the test is over"))) {
            Thread.startVirtualThread(() -> catchThrowable(() -> strategy.run(work)));
            asked.await();
            Set<Thread> stages = Thread.getAllStackTraces().keySet();
            stages.removeAll(before);
            stages.removeIf(thread -> !thread.getName().startsWith("disruptor"));
            assertThat(stages).hasSize(BUDGET.ioConcurrency() + BUDGET.cpuConcurrency());

            for (Thread stage : stages) {
                while (stage.getState() != Thread.State.WAITING && !Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                assertThat(stage.getState()).isEqualTo(Thread.State.WAITING);
            }
        }
    }

    private final ParkingWaitStrategy waiting = new ParkingWaitStrategy();
    private final RingBuffer<Object> ring = RingBuffer.createMultiProducer(Object::new, 8, waiting);
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void endThreads() {
        threads.forEach(Thread::interrupt);
    }

    @Test
    void aHandlerOfTheFirstStageGoesOnWhenItsSlotIsPublished() throws Exception {
        FutureTask<Long> handler = parkedAt(0, ring.newBarrier());

        ring.publish(ring.next());

        assertThat(handler.get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void aHandlerOfALaterStageGoesOnWhenTheLastOfTheStageAheadHasMoved() throws Exception {
        Sequence quick = new Sequence();
        Sequence slow = new Sequence();
        FutureTask<Long> handler = parkedAt(0, ring.newBarrier(quick, slow));
        ring.publish(ring.next());
        move(quick, 0);
        assertThat(handler.isDone()).isFalse();

        move(slow, 0);

        assertThat(handler.get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void handlersOfAStageThatWaitForDifferentSlotsAreEachWokenForTheirOwn() throws Exception {
        Sequence ahead = new Sequence();
        SequenceBarrier barrier = ring.newBarrier(ahead);
        FutureTask<Long> second = parkedAt(1, barrier);
        FutureTask<Long> first = parkedAt(0, barrier);
        ring.publish(ring.next());
        ring.publish(ring.next());

        move(ahead, 0);
        assertThat(first.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(second.isDone()).isFalse();
        move(ahead, 1);

        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void aHaltEndsEveryWait() throws Exception {
        SequenceBarrier forTheRing = ring.newBarrier();
        SequenceBarrier forAStage = ring.newBarrier(new Sequence());
        List<FutureTask<Long>> handlers = List.of(parkedAt(0, forTheRing), parkedAt(0, forAStage));

        forTheRing.alert();
        forAStage.alert();
        waiting.halted();

        for (FutureTask<Long> handler : handlers) {
            assertThatThrownBy(() -> handler.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class).hasCauseInstanceOf(AlertException.class);
        }
    }

    private void move(Sequence handler, long to) {
        handler.set(to);
        waiting.moved();
    }

    /** A handler on a thread of its own, which has nothing to do yet and sleeps. */
    private FutureTask<Long> parkedAt(long sequence, SequenceBarrier barrier) {
        FutureTask<Long> handler = new FutureTask<>(() -> barrier.waitFor(sequence));
        Thread thread = Thread.ofPlatform().daemon().start(handler);
        threads.add(thread);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return handler;
    }
}
