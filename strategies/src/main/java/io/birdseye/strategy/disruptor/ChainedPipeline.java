package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.Sequence;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import java.util.List;

/**
 * The published topology: every task is a stage, and each stage waits for the one before it, so that the calls of a
 * request run one after another.
 *
 * <pre>
 * ring → posts ×3 → comments ×1 → albums ×3 → photos ×2 → combine ×1 → combine ×1
 * </pre>
 *
 * <p>Each stage is a pool of threads that claim and release single requests. The slowest stage bounds the throughput:
 * one thread for comments of 200 ms allows 5 requests/s. Requests leave each stage in the order in which they came.
 *
 * <p>This is the program of 11 threads behind the article's table, as its repository has it. The listing that the
 * article prints is another program, of nine threads: posts, comments and albums in parallel, one batch handler each,
 * then pools of two for photos and for each combination, one behind the other. Both take the library's default waiting.
 *
 * <p>With the article's threads the stages wait as the library does. With others they park: behind a call of 200 ms the
 * library's threads spin, and a budget of 60 calls has 60 of them (on two cores at 50 requests/s, 45 % of the samples of
 * a profile were theirs, and 0.8 of 50 requests/s were answered; parked, all were).
 */
final class ChainedPipeline extends Pipeline {

    /** The article's threads for posts, comments, albums and photos. */
    private static final List<Integer> PUBLISHED = List.of(3, 1, 3, 2);

    private static final int PUBLISHED_IO = 9;

    /** Who ends a request: the last combination, or one more thread behind it, the twelfth of the article's table. */
    enum End {
        LAST_STAGE,
        OWN_THREAD
    }

    ChainedPipeline(String name, Budget budget, Shape shape, End end) {
        super(name, budget, shape, isPublished(budget, shape) ? Waiting.LIBRARY : Waiting.PARKING);
        Topology topology = topology(budget, shape);
        List<Sequence> last = RING;
        int task = 0;
        for (int group = 0; group < shape.groups(); group++) {
            for (int call = 0; call < shape.callsPerGroup().get(group); call++) {
                last = stage(last, topology.ioPerCall().get(task++), fetch(group, call));
            }
        }
        int lastGroup = shape.groups() - 1;
        for (int group = 0; group < lastGroup; group++) {
            last = stage(last, topology.cpuPerGroup().get(group), combine(group));
        }
        int threads = topology.cpuPerGroup().get(lastGroup);
        switch (end) {
            case LAST_STAGE -> stage(last, threads, combine(lastGroup).andThen(Slot::end));
            case OWN_THREAD -> stage(stage(last, threads, combine(lastGroup)), 1, Slot::end);
        }
        start();
    }

    /**
     * The article's threads where the budget is the article's; else an equal share for every stage, since the smallest
     * stage bounds the throughput. Every stage has at least one thread.
     */
    static Topology topology(Budget budget, Shape shape) {
        return Topology.inTurn(
                Topology.Pool.dedicated(isPublished(budget, shape)
                        ? PUBLISHED
                        : shares(budget.ioConcurrency(), shape.calls())),
                Topology.Pool.dedicated(shares(budget.cpuConcurrency(), shape.groups())));
    }

    private static boolean isPublished(Budget budget, Shape shape) {
        return shape.equals(Shape.TWO_BY_TWO) && budget.ioConcurrency() == PUBLISHED_IO;
    }
}
