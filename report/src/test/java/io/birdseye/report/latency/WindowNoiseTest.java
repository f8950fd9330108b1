package io.birdseye.report.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.latency.LatencyProfile.Second;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowNoiseTest {

    private static final int WINDOWS = 2_000;

    /** Seconds of which each resembles the one before. */
    private static List<Second> window(int seconds, double resemblance, Random random) {
        List<Second> window = new ArrayList<>();
        double state = random.nextGaussian();
        for (int second = 0; second < seconds; second++) {
            double p50 = 200 * Math.exp(0.02 * state);
            window.add(new Second(second, 50, p50, p50, p50, p50));
            state = resemblance * state + Math.sqrt(1 - resemblance * resemblance) * random.nextGaussian();
        }
        return window;
    }

    private static double meanLog(List<Second> window) {
        return window.stream().mapToDouble(second -> Math.log(second.p50Ms() / 200)).average().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"20, 0, 0.9, 1.1", "60, 0, 0.9, 1.1", "60, 0.5, 0.75, 1.1", "300, 0.8, 0.75, 1.1"})
    void theVarianceOfAWindowIsFoundThoughSecondsResembleTheirNeighbours(
            int seconds, double resemblance, double least, double most) {
        Random random = new Random(3);
        double estimated = 0;
        double real = 0;
        for (int i = 0; i < WINDOWS; i++) {
            List<Second> window = window(seconds, resemblance, random);
            estimated += WindowNoise.variance(window).orElseThrow();
            real += meanLog(window) * meanLog(window);
        }

        assertThat(estimated / real).isBetween(least, most);
    }

    @Test
    void aWindowOfFewSecondsTellsNothing() {
        assertThat(WindowNoise.variance(window(9, 0, new Random(1)))).isEmpty();
    }
}
