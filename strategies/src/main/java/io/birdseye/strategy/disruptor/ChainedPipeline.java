package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The published topology: every task is a stage, and each stage waits for the one before it, so that the calls of a
 * request run one after another.
 *
 * <pre>
 * ring → posts ×3 → comments ×1 → albums ×3 → photos ×2 → combine ×1 → combine ×1 → done
 * </pre>
 *
 * <p>In a stage of {@code n} handlers, handler {@code i} processes the slots whose sequence is {@code i} modulo
 * {@code n}. The slowest stage bounds the throughput: one handler for comments of 200 ms allows 5 requests/s.
 */
final class ChainedPipeline extends Pipeline {

    /** The article's handlers for posts, comments, albums and photos. */
    private static final List<Integer> PUBLISHED = List.of(3, 1, 3, 2);

    ChainedPipeline(String name, Budget budget, Shape shape) {
        super(name, budget, shape, new BlockingWaitStrategy());
        Topology topology = topology(budget, shape);
        EventHandlerGroup<Slot> last = null;
        int task = 0;
        for (int group = 0; group < shape.groups(); group++) {
            for (int call = 0; call < shape.callsPerGroup().get(group); call++) {
                last = append(last, topology.ioPerCall().get(task++), fetch(group, call));
            }
        }
        for (int group = 0; group < shape.groups(); group++) {
            last = append(last, topology.cpuPerGroup().get(group), combine(group));
        }
        if (last != null) {
            last.then((slot, sequence, endOfBatch) -> slot.end());
        }
        disruptor.start();
    }

    /** The published shares of the budget, at least one handler for every stage. */
    static Topology topology(Budget budget, Shape shape) {
        List<Integer> weights = shape.equals(Shape.TWO_BY_TWO) ? PUBLISHED : Collections.nCopies(shape.calls(), 1);
        return Topology.inTurn(
                Topology.Pool.dedicated(Shares.of(budget.ioConcurrency(), weights)),
                Topology.Pool.dedicated(
                        Shares.of(budget.cpuConcurrency(), Collections.nCopies(shape.groups(), 1))));
    }

    private EventHandlerGroup<Slot> append(
            @Nullable EventHandlerGroup<Slot> previous, int handlers, Slot.Stage stage) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // the library takes an array of a generic type
        EventHandler<Slot>[] pool = new EventHandler[handlers];
        for (int i = 0; i < handlers; i++) {
            int index = i;
            pool[i] = (slot, sequence, endOfBatch) -> {
                if (sequence % handlers == index) {
                    slot.run(stage);
                }
            };
        }
        return previous == null ? disruptor.handleEventsWith(pool) : previous.handleEventsWith(pool);
    }
}
