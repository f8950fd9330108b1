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
import org.jspecify.annotations.Nullable;

/** A ring and one handler for each task: the calls one behind the other as published, or side by side. */
final class DisruptorMinimum implements Minimum {

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

    DisruptorMinimum(boolean chained) {
        disruptor = new Disruptor<>(
                Slot::new, RING, Pools.threads("min-ring"), ProducerType.MULTI, new BlockingWaitStrategy());
        List<EventHandler<Slot>> calls = new ArrayList<>();
        List<EventHandler<Slot>> combinations = new ArrayList<>();
        List<Integer> shape = Shape.TWO_BY_TWO.callsPerGroup();
        for (int g = 0; g < shape.size(); g++) {
            int group = g;
            for (int c = 0; c < shape.get(g); c++) {
                int call = c;
                calls.add((slot, sequence, endOfBatch) -> {
                    boolean _ = slot.gathering().fetch(group, call);
                });
            }
            combinations.add((slot, sequence, endOfBatch) -> slot.gathering().combine(group));
        }
        if (chained) {
            EventHandlerGroup<Slot> last = after(null, calls.getFirst());
            for (EventHandler<Slot> handler : calls.subList(1, calls.size())) {
                last = after(last, handler);
            }
            for (EventHandler<Slot> handler : combinations) {
                last = after(last, handler);
            }
        } else {
            var _ = disruptor.handleEventsWith(array(calls)).then(array(combinations));
        }
        var _ = disruptor.start();
    }

    private EventHandlerGroup<Slot> after(@Nullable EventHandlerGroup<Slot> last, EventHandler<Slot> handler) {
        EventHandler<Slot>[] one = array(List.of(handler));
        return last == null ? disruptor.handleEventsWith(one) : last.then(one);
    }

    @SuppressWarnings("unchecked") // an array of a generic type
    private static EventHandler<Slot>[] array(List<EventHandler<Slot>> handlers) {
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
