package io.birdseye.strategy.disruptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SharesTest {

    @Test
    void theArticlesHandlersAreTheSharesOfItsNineThreads() {
        assertThat(Shares.of(9, List.of(3, 1, 3, 2))).containsExactly(3, 1, 3, 2);
    }

    @RepeatedTest(200)
    void everyStageGetsAThreadAndNoneIsMadeUp(RepetitionInfo repetition) {
        RandomGenerator random = new java.util.SplittableRandom(repetition.getCurrentRepetition());
        int threads = random.nextInt(1, 100);
        List<Integer> weights =
                Stream.generate(() -> random.nextInt(1, 9)).limit(random.nextInt(1, 10)).toList();

        List<Integer> shares = Shares.of(threads, weights);

        assertThat(shares).hasSameSizeAs(weights).allMatch(share -> share >= 1);
        assertThat(shares.stream().mapToInt(Integer::intValue).sum()).isEqualTo(Math.max(threads, weights.size()));
    }
}
