package io.birdseye.strategy.disruptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import org.junit.jupiter.api.Test;

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
}
