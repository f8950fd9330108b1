package io.birdseye.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.model.Topology;
import io.birdseye.report.result.Floor;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SizingTest {

    private static final List<Double> FOUR_OF_200 = List.of(200.0, 200.0, 200.0, 200.0);

    @Test
    void fiftyPerSecondOfFour200MsCallsNeedFortyCallsAtOnceAndHeadroom() {
        Sizing bare = Sizing.of(Load.open(50), FOUR_OF_200, 10_000, 2, 1);
        Sizing roomy = Sizing.of(Load.open(50), FOUR_OF_200, 10_000, 2, Sizing.DEFAULT_HEADROOM);

        assertThat(bare.ioConcurrency()).isEqualTo(40);
        assertThat(roomy).extracting(
                        Sizing::ioConcurrency, Sizing::cpuConcurrency, Sizing::maxInFlight, Sizing::httpThreads)
                .containsExactly(60, 2, 500, 62);
        assertThat(roomy.explanation().getFirst()).isEqualTo(
                "I/O: 50/s x 0.8 s of calls per request x 1.5 headroom = 60 calls at once (Little's law)");
    }

    @Test
    void closedUsersNeedNoMoreThanTheirOwnCalls() {
        Sizing sizing = Sizing.of(Load.closed(50), FOUR_OF_200, 10_000, 2, 1.5);

        assertThat(sizing.ioConcurrency()).isEqualTo(200);
        assertThat(sizing.maxInFlight()).isEqualTo(50);
    }

    @Test
    void aSizedPoolIsNeverTheBindingBound() {
        Random random = new Random(11);
        for (int i = 0; i < 1_000; i++) {
            double rate = 0.1 + random.nextDouble(500);
            List<Double> calls = random.doubles(1 + random.nextInt(9), 1, 2_000).boxed().toList();
            Sizing sizing = Sizing.of(Load.open(rate), calls, 10_000, 1 + random.nextInt(16), 1 + random.nextDouble());
            Floor floor = new Floor(calls, List.of(0.0), 0);
            Topology topology = new Topology(
                    false, false, sizing.ioConcurrency(), List.of(), sizing.cpuConcurrency(), List.of(), false);
            double most = new Capacity(floor, TaskNames.numbered(calls.size(), 1), 1, 1)
                    .bounds(topology, Load.open(rate)).getFirst().perSecond();
            assertThat(most).isGreaterThanOrEqualTo(rate * (1 - 1e-8));
        }
    }

    @Test
    void everyNumberIsExplained() {
        assertThat(Sizing.of(Load.closed(50), FOUR_OF_200, 10_000, 2, 1.5).explanation()).hasSize(4)
                .allSatisfy(sentence -> assertThat(sentence).matches("(I/O|CPU|Queue|HTTP threads): .*\\d.*"));
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Sizing.of(Load.open(50), FOUR_OF_200, 10_000, 2, 0.5))
                .hasMessage("the headroom must be at least 1, but is 0.5");
        assertThatThrownBy(() -> Sizing.of(Load.open(50), Collections.emptyList(), 10_000, 2, 1.5))
                .hasMessage("a call must take more than 0 ms, but is 0.0");
    }

}
