package io.birdseye.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.model.Topology;
import io.birdseye.report.result.Floor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingTest {

    private static final List<Double> FOUR_OF_200 = List.of(200.0, 200.0, 200.0, 200.0);

    @Test
    void fiftyPerSecondOfFour200MsCallsNeedFortyCallsAtOnceAndRoomForRandomArrivals() {
        Sizing sizing = Sizing.of(Load.open(50), FOUR_OF_200, 10_000, 2);

        assertThat(sizing).extracting(
                        Sizing::ioConcurrency, Sizing::cpuConcurrency, Sizing::maxInFlight, Sizing::httpThreads)
                .containsExactly(80, 2, 500, 82);
        assertThat(sizing.explanation().getFirst()).isEqualTo(
                "I/O: 50/s x 0.8 s of calls per request = 40 calls at once on average (Little's law); 80, so that fewer than"
                        + " 1 % of requests wait where they arrive at random (Erlang C, calls in batches of 4)");
        assertThat(Sizing.of(Load.open(50, Arrivals.CONSTANT), FOUR_OF_200, 10_000, 2)).isEqualTo(sizing);
    }

    /** Simulated: requests arrive at random, and each call takes the thread that is free first. */
    @ParameterizedTest
    @CsvSource({
        "50, 200 200 200 200", "5, 200 200 200 200", "500, 200 200 200 200", "50, 50 100 200 400", "20, 10 10 10 1000", "100, 80"
    })
    void ofAHundredRequestsLessThanOneWaitsForTheSizedPool(double rate, String calls) {
        List<Double> callMs = Arrays.stream(calls.split(" ")).map(Double::valueOf).toList();
        SplittableRandom random = new SplittableRandom(7);
        PriorityQueue<Double> free = new PriorityQueue<>(
                Collections.nCopies(Sizing.of(Load.open(rate), callMs, 10_000, 2).ioConcurrency(), 0.0));
        double now = 0;
        int waited = 0;
        for (int request = 0; request < 200_000; request++) {
            now += random.nextExponential() * 1000 / rate;
            boolean waits = false;
            for (double ms : callMs) {
                double start = Math.max(now, free.remove());
                waits |= start > now;
                free.add(start + ms);
            }
            waited += waits ? 1 : 0;
        }
        assertThat(waited / 200_000.0).isLessThan(0.01);
    }

    @Test
    void closedUsersNeedNoMoreThanTheirOwnCalls() {
        Sizing sizing = Sizing.of(Load.closed(50), FOUR_OF_200, 10_000, 2);

        assertThat(sizing.ioConcurrency()).isEqualTo(200);
        assertThat(sizing.maxInFlight()).isEqualTo(50);
    }

    @Test
    void aSizedPoolIsNeverTheBindingBound() {
        Random random = new Random(11);
        for (int i = 0; i < 1_000; i++) {
            double rate = 0.1 + random.nextDouble(500);
            List<Double> calls = random.doubles(1 + random.nextInt(9), 1, 2_000).boxed().toList();
            Sizing sizing = Sizing.of(Load.open(rate), calls, 10_000, 1 + random.nextInt(16));
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
        assertThat(Sizing.of(Load.closed(50), FOUR_OF_200, 10_000, 2).explanation()).hasSize(4)
                .allSatisfy(sentence -> assertThat(sentence).matches("(I/O|CPU|Queue|HTTP threads): .*\\d.*"));
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Sizing.of(Load.open(50), FOUR_OF_200, 0, 2))
                .hasMessage("the deadline must be above 0 ms, but is 0.0");
        assertThatThrownBy(() -> Sizing.of(Load.open(50), Collections.emptyList(), 10_000, 2))
                .hasMessage("a call must take more than 0 ms, but is 0.0");
    }

}
