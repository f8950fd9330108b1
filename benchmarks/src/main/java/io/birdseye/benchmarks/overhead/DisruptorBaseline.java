package io.birdseye.benchmarks.overhead;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.strategy.Pools;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A ring and a stage for each task: the calls one behind the other as published, or side by side.
 *
 * <p>In the chain a stage has as many handlers as those of the strategies have with the same budget; each is a thread
 * that spins for the stage ahead, and where they are more than the cores that is what the time goes to. Side by side a
 * stage has one: with as many as the strategies have, this wait of the library's takes a request forty times as long,
 * and would be no baseline.
 */
final class DisruptorBaseline implements Baseline {

    private static final int RING = 64;

    private final Disruptor<Slot> disruptor;

    /** A place on the ring. */
    private static final class Slot {
        private @Nullable Gathering gathering;

        Gathering gathering() {
            if (gathering == null) {
                throw new IllegalStateException("a stage ran before its slot was filled");
            }
            return gathering;
        }
    }

    DisruptorBaseline(boolean inTurn) {
        disruptor = new Disruptor<>(
                Slot::new, RING, Pools.threads("baseline-ring"), ProducerType.MULTI, new BlockingWaitStrategy());
        List<Consumer<Gathering>> calls = new ArrayList<>();
        List<Consumer<Gathering>> combinations = new ArrayList<>();
        List<Integer> shape = Shape.TWO_BY_TWO.callsPerGroup();
        for (int g = 0; g < shape.size(); g++) {
            int group = g;
            for (int c = 0; c < shape.get(g); c++) {
                int call = c;
                calls.add(gathering -> {
                    boolean _ = gathering.fetch(group, call);
                });
            }
            combinations.add(gathering -> gathering.combine(group));
        }
        if (inTurn) {
            EventHandlerGroup<Slot> last = disruptor.handleEventsWith(handlers(calls.subList(0, 1), REQUESTERS));
            for (Consumer<Gathering> task : calls.subList(1, calls.size())) {
                last = last.then(handlers(List.of(task), REQUESTERS));
            }
            for (Consumer<Gathering> task : combinations) {
                last = last.then(handlers(List.of(task), REQUESTERS));
            }
        } else {
            var _ = disruptor.handleEventsWith(handlers(calls, 1)).then(handlers(combinations, 1));
        }
        var _ = disruptor.start();
    }

    /** Those of one task take the slots in turn. */
    @SuppressWarnings("unchecked") // an array of a generic type
    private static EventHandler<Slot>[] handlers(List<Consumer<Gathering>> tasks, int perTask) {
        List<EventHandler<Slot>> handlers = new ArrayList<>();
        for (Consumer<Gathering> task : tasks) {
            for (int i = 0; i < perTask; i++) {
                int mine = i;
                handlers.add((slot, sequence, endOfBatch) -> {
                    if (sequence % perTask == mine) {
                        task.accept(slot.gathering());
                    }
                });
            }
        }
        return handlers.toArray(EventHandler[]::new);
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        Gathering gathering = new Gathering(work);
        disruptor.publishEvent((slot, sequence) -> slot.gathering = gathering);
        return gathering.await();
    }

    @Override
    public void close() {
        disruptor.halt();
    }
}
