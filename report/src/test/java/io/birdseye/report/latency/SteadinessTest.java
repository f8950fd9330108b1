package io.birdseye.report.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.SteadyState.Steady;
import io.birdseye.report.result.Trial.SteadyState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SteadinessTest {

    private static final int REPEATS = 100;

    @ParameterizedTest
    @CsvSource({"20, 0.01", "30, 0.03", "60, 0.03", "60, 0.08", "600, 0.03"})
    void noiseOnOneLevelIsSteady(int seconds, double noise) {
        assertThat(unsteady(seconds, noise, i -> 1)).isLessThanOrEqualTo(REPEATS * 2 / 100);
    }

    @Test
    void aLevelWithoutAnyNoiseIsSteady() {
        assertThat(Steadiness.judge(course(30, i -> 200)).verdict()).isEqualTo(Steady.STEADY);
    }

    @ParameterizedTest
    @CsvSource({"20, 0.01", "30, 0.03", "60, 0.03", "600, 0.03"})
    void aRampIsNot(int seconds, double noise) {
        assertThat(unsteady(seconds, noise, i -> 1 + 0.3 * i / seconds)).isGreaterThanOrEqualTo(REPEATS * 98 / 100);
    }

    @ParameterizedTest
    @CsvSource({"30, 15, 0.03", "30, 25, 0.02", "60, 8, 0.03"})
    void aStepIsNotWhereverItStands(int seconds, int at, double noise) {
        assertThat(unsteady(seconds, noise, i -> i < at ? 1 : 1.15)).isGreaterThanOrEqualTo(REPEATS * 98 / 100);
        assertThat(unsteady(seconds, noise, i -> i < at ? 1.15 : 1)).isGreaterThanOrEqualTo(REPEATS * 98 / 100);
    }

    @ParameterizedTest
    @CsvSource({"30, 0.02", "60, 0.03"})
    void theTailOfAWarmUpIsNot(int seconds, double noise) {
        assertThat(unsteady(seconds, noise, i -> 1 + 0.6 * Math.exp(-i / 3.0)))
                .isGreaterThanOrEqualTo(REPEATS * 98 / 100);
    }

    @Test
    void twoSlowSecondsAreNoLevel() {
        assertThat(unsteady(60, 0.02, i -> i == 7 || i == 40 ? 10 : 1)).isLessThanOrEqualTo(REPEATS * 2 / 100);
    }

    /** The pools that compare sizes by itself: half of their servers of 200 ms are busy on average. */
    @ParameterizedTest
    @ValueSource(ints = {12, 30, 60})
    void theQueueOfRandomArrivalsToASizedPoolIsNoLevel(int seconds) {
        long labelled = IntStream.range(0, REPEATS)
                .filter(seed -> Steadiness.judge(course(seconds, queued(seed, seconds)::get)).verdict() == Steady.NOT_STEADY)
                .count();

        assertThat(labelled).isLessThanOrEqualTo(REPEATS * 2 / 100);
    }

    /** The median of each second at 50 requests/s. */
    private static List<Double> queued(long seed, int seconds) {
        Random random = new Random(seed);
        PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(20, -10.0));
        List<List<Double>> responses = IntStream.range(0, seconds).<List<Double>>mapToObj(_ -> new ArrayList<>()).toList();
        for (double now = -10; now < seconds; now += random.nextExponential() / 50) {
            double end = Math.max(now, free.remove()) + 0.2;
            free.add(end);
            if (now >= 0) {
                responses.get((int) now).add(1000 * (end - now));
            }
        }
        return responses.stream()
                .map(all -> all.stream().sorted().skip(all.size() / 2).findFirst().orElseThrow())
                .toList();
    }

    @Test
    void aMoveBelowTheToleranceIsNone() {
        assertThat(unsteady(60, 0.005, i -> i < 30 ? 1 : 1.03)).isZero();
    }

    @Test
    void theReasonNamesBothLevelsAndWhenTheyHeld() {
        assertThat(Steadiness.judge(course(30, i -> i < 12 ? 200 : 300))).isEqualTo(new SteadyState(
                Steady.NOT_STEADY, "its median moved from 200 ms (seconds 1 to 12) to 300 ms (seconds 13 to 30)"));
    }

    @Test
    void aFewSecondsDoNotTell() {
        assertThat(Steadiness.judge(course(9, i -> i)).verdict()).isEqualTo(Steady.UNKNOWN);
        assertThat(Steadiness.judge(List.of()).verdict()).isEqualTo(Steady.UNKNOWN);
    }

    private static int unsteady(int seconds, double noise, IntToDoubleFunction level) {
        int found = 0;
        for (int seed = 0; seed < (seconds > 100 ? REPEATS / 10 : REPEATS); seed++) {
            Random random = new Random(seed);
            List<Second> course =
                    course(seconds, i -> 200 * level.applyAsDouble(i) * Math.exp(noise * random.nextGaussian()));
            found += Steadiness.judge(course).verdict() == Steady.NOT_STEADY ? 1 : 0;
        }
        return seconds > 100 ? found * 10 : found;
    }

    private static List<Second> course(int seconds, IntToDoubleFunction p50Ms) {
        return IntStream.range(0, seconds)
                .mapToObj(i -> new Second(i, 50, 0, p50Ms.applyAsDouble(i), 0, 0))
                .toList();
    }
}
