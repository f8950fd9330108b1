package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Pools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The published topology: every task is a stage, and each stage waits for the one before it, so that the calls of a
 * request run one after another.
 *
 * <pre>
 * ring → posts ×3 → comments ×1 → albums ×3 → photos ×2 → combine ×1 → combine ×1 → done
 * </pre>
 *
 * <p>A stage of {@code n} handlers takes the slots in turn: handler {@code i} those whose sequence is {@code i} modulo
 * {@code n}. The slowest stage bounds the throughput: with one handler for comments of 200 ms that is 5 requests/s.
 */
final class ChainedPipeline implements AutoCloseable {

    /** The article's handlers for posts, comments, albums and photos. */
    private static final List<Integer> PUBLISHED = List.of(3, 1, 3, 2);

    private final Disruptor<Slot> disruptor;
    private final Bulkhead io;
    private final Bulkhead cpu;

    ChainedPipeline(String name, Budget budget, Shape shape) {
        // A stage needs a thread of its own even where the budget has fewer; the bulkheads keep the budget then.
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
        disruptor = new Disruptor<>(
                () -> new Slot(shape),
                ringSize(budget.maxInFlight()),
                Pools.threads(name),
                ProducerType.MULTI,
                new BlockingWaitStrategy());
        Topology topology = topology(budget, shape);
        EventHandlerGroup<Slot> last = null;
        int stage = 0;
        for (int group = 0; group < shape.groups(); group++) {
            int g = group;
            for (int call = 0; call < shape.callsPerGroup().get(group); call++) {
                int c = call;
                last = append(last, topology.ioPerCall().get(stage++), slot -> io.call(() -> {
                    slot.fetch(g, c);
                    return g;
                }));
            }
        }
        for (int group = 0; group < shape.groups(); group++) {
            int g = group;
            last = append(last, topology.cpuPerGroup().get(group), slot -> cpu.call(() -> {
                slot.combine(g);
                return g;
            }));
        }
        if (last != null) {
            last.then((slot, sequence, endOfBatch) -> slot.end());
        }
        disruptor.start();
    }

    /** The published shares of the budget, at least one handler for every stage. */
    static Topology topology(Budget budget, Shape shape) {
        List<Integer> weights = shape.equals(Shape.TWO_BY_TWO) ? PUBLISHED : ones(shape.calls());
        return Topology.inTurn(
                Topology.Pool.dedicated(Shares.of(budget.ioConcurrency(), weights)),
                Topology.Pool.dedicated(Shares.of(budget.cpuConcurrency(), ones(shape.groups()))));
    }

    private static List<Integer> ones(int count) {
        return new ArrayList<>(java.util.Collections.nCopies(count, 1));
    }

    private static int ringSize(int maxInFlight) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, maxInFlight - 1)) * 2);
    }

    private EventHandlerGroup<Slot> append(
            @Nullable EventHandlerGroup<Slot> previous, int handlers, Stage stage) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type, as the library wants it
        EventHandler<Slot>[] pool = new EventHandler[handlers];
        for (int i = 0; i < handlers; i++) {
            int mine = i;
            pool[i] = (slot, sequence, endOfBatch) -> {
                if (sequence % handlers == mine && !slot.failed()) {
                    run(stage, slot);
                }
            };
        }
        return previous == null ? disruptor.handleEventsWith(pool) : previous.handleEventsWith(pool);
    }

    private static void run(Stage stage, Slot slot) {
        try {
            stage.run(slot);
        } catch (Exception e) {
            slot.fail(e);
        }
    }

    /**
     * Puts a request on the ring.
     *
     * @throws Overloaded if the ring is full
     */
    CompletableFuture<List<Part>> submit(FanOut work) {
        CompletableFuture<List<Part>> answer = new CompletableFuture<>();
        if (!disruptor.getRingBuffer().tryPublishEvent((slot, sequence) -> slot.begin(work, answer))) {
            throw new Overloaded("the ring is full: " + disruptor.getBufferSize() + " requests are in progress");
        }
        return answer;
    }

    @Override
    public void close() {
        try {
            disruptor.shutdown(5, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            disruptor.halt();
        }
    }

    /** What a stage does with a slot. */
    @FunctionalInterface
    private interface Stage {
        void run(Slot slot) throws Exception;
    }
}
