package io.birdseye.benchmarks.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.benchmarks.overhead.OverheadBench.Cost;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class BaselineTest {

    static Stream<String> variants() {
        return Strategies.load().all().stream()
                .flatMap(entry -> Stream.concat(
                        Stream.of(Variants.strategy(entry.name())), Variants.baseline(entry).stream()))
                .distinct();
    }

    /** A baseline that left a task out would make every strategy look slow. */
    @ParameterizedTest
    @MethodSource("variants")
    void everyVariantRunsEveryTaskOnce(String variant) throws Exception {
        try (Baseline runner = Variants.create(variant)) {
            for (int request = 0; request < 50; request++) {
                InstrumentedFanOut work = HandOffs.work();

                String answer = new String(runner.run(work).json());

                assertThat(answer).isEqualTo("{\"userId\":7,\"a\":\"a1a2\",\"b\":\"b1b2\"}");
                assertThat(work.timings()).hasSize(7).allMatch(timing -> timing.runs() == 1);
            }
        }
    }

    @Test
    void everyStrategyButTheAdaptiveOneHasABaseline() {
        assertThat(Strategies.load().all())
                .filteredOn(entry -> Variants.baseline(entry).isEmpty())
                .extracting(StrategyEntry::name)
                .containsExactly("adaptive");
    }

    @Test
    void anIterationThatTheMachineDisturbedDoesNotDecide() {
        // The half seconds of a run of 'structured', each the time on one requester's thread.
        double[] iterations = DoubleStream.of(9.9, 9.8, 10.5, 10.4, 10.4, 9.9, 10.1, 27.9, 312.5, 12.3, 10.5, 12.0)
                .map(perRequest -> perRequest * Baseline.REQUESTERS)
                .toArray();

        Cost cost = Cost.of(List.of(iterations), 9_260);

        assertThat(cost.micros()).isCloseTo(10.45, within(0.1));
        assertThat(cost.lowerQuartile()).isBetween(9.8, 10.2);
        assertThat(cost.upperQuartile()).isBetween(12.0, 13.0);
        assertThat(cost.text(7)).endsWith("hand-offs");
    }

    /** A run of 'pekko' after two seconds of warm-up, whose median would have been five times its baseline. */
    @Test
    void timesThatStillFallInEachJvmAreToldOf() {
        double[] first = {381.8, 264.1, 228.6, 186.1, 152.4, 105.5};
        double[] second = {358.7, 287.9, 188.8, 125.8, 66.0, 72.0};
        double[] warm = {60, 53, 62, 58, 54, 61};

        assertThat(Cost.of(List.of(first, second), 5_968).text(4.3)).endsWith("still warming: 42 % faster in the second half");
        assertThat(Cost.of(List.of(first, warm), 5_968).text(4.3)).endsWith("hand-offs");
    }
}
