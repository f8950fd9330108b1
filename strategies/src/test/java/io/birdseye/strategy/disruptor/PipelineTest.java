package io.birdseye.strategy.disruptor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.Sequence;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(OutOfMemoryError.class);
            }

            assertThat(submit(ring).get(60, SECONDS)).hasSize(1);
        }
    }

    private static CompletableFuture<List<Part>> submit(Pipeline ring) {
        return ring.submit(TestPlans.fanOut(Shape.of(1), new FakeUpstream(), new Concurrency()));
    }
}
