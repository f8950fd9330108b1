package io.birdseye.strategy.disruptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParkingWaitStrategyTest {

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
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(AlertException.class);
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
