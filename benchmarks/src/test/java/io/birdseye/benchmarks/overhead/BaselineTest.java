package io.birdseye.benchmarks.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
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
}
