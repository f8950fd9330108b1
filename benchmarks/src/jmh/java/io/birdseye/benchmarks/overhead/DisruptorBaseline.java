package io.birdseye.benchmarks.overhead;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.strategy.Pools;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    private final Disruptor<Slot> disruptor = new Disruptor<>(
            Slot::new, RING, Pools.threads("baseline-ring"), ProducerType.MULTI, new BlockingWaitStrategy());

    /** A place on the ring. */
    private static final class Slot {
        private @Nullable Gathering gathering;
    }

    DisruptorBaseline(boolean inTurn) {
        List<Consumer<Gathering>> calls = tasks(4, (gathering, i) -> gathering.fetch(i / 2, i % 2));
        List<Consumer<Gathering>> combinations = tasks(2, Gathering::combine);
        if (inTurn) {
            EventHandlerGroup<Slot> last = disruptor.handleEventsWith(handlers(calls.subList(0, 1), REQUESTERS));
            for (Consumer<Gathering> task : Stream.concat(calls.stream().skip(1), combinations.stream()).toList()) {
                last = last.then(handlers(List.of(task), REQUESTERS));
            }
        } else {
            var _ = disruptor.handleEventsWith(handlers(calls, 1)).then(handlers(combinations, 1));
        }
        var _ = disruptor.start();
    }

    private static List<Consumer<Gathering>> tasks(int count, ObjIntConsumer<Gathering> task) {
        return IntStream.range(0, count).<Consumer<Gathering>>mapToObj(i -> slot -> task.accept(slot, i)).toList();
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
                        task.accept(Objects.requireNonNull(slot.gathering));
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
