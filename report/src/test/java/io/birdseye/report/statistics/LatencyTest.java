package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency.Exponential;
import io.birdseye.model.Latency.Fixed;
import io.birdseye.model.Latency.Lognormal;
import io.birdseye.model.Latency.Uniform;
import io.birdseye.model.Latency;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LatencyTest {

    static List<Latency> latencies() {
        return List.of(new Fixed(200), new Uniform(50, 150), new Lognormal(80, 0.6), new Exponential(120));
    }

    @ParameterizedTest
    @MethodSource("latencies")
    void drawsHaveTheMeanVariationAndQuantilesThatAreClaimed(Latency latency) {
        SplittableRandom random = new SplittableRandom(42);
        double[] draws = new double[200_000];
        double sum = 0;
        double squares = 0;
        int belowP90 = 0;
        double p90 = Quantiles.quantileMs(latency, 0.9);
        for (int i = 0; i < draws.length; i++) {
            double drawn = latency.drawMs(random);
            sum += drawn;
            squares += drawn * drawn;
            belowP90 += drawn <= p90 ? 1 : 0;
        }
        double mean = sum / draws.length;

        assertThat(mean).isCloseTo(latency.meanMs(), Percentage.withPercentage(1));
        assertThat(squares / draws.length / mean / mean - 1).isCloseTo(squaredVariation(latency), within(0.03));
        assertThat(belowP90 / (double) draws.length).isBetween(0.895, latency instanceof Fixed ? 1 : 0.905);
        assertThat(Quantiles.cumulative(latency, p90)).isBetween(0.9 - 1e-9, 1.0);
    }

    /** Variance over squared mean: 0 for a fixed time, 1 for an exponential one. */
    private static double squaredVariation(Latency latency) {
        return switch (latency) {
            case Latency.Fixed _ -> 0;
            case Latency.Uniform(double lower, double upper) -> Math.pow((upper - lower) / latency.meanMs(), 2) / 12;
            case Latency.Lognormal(double _, double sigma) -> Math.expm1(sigma * sigma);
            case Latency.Exponential _ -> 1;
        };
    }

    @ParameterizedTest
    @MethodSource("latencies")
    void aMultipleKeepsItsShape(Latency latency) {
        Latency twice = latency.times(2);

        assertThat(twice.meanMs()).isCloseTo(2 * latency.meanMs(), within(1e-9));
        assertThat(squaredVariation(twice)).isCloseTo(squaredVariation(latency), within(1e-9));
    }

    @Test
    void theSlowestOfFourHasTheTailOfARarerQuantile() {
        Lognormal one = new Lognormal(100, 0.5);

        double p99 = Quantiles.slowestMs(Collections.nCopies(4, one), 0.99);

        assertThat(p99).isCloseTo(Quantiles.quantileMs(one, Math.pow(0.99, 0.25)), within(1e-3));
        assertThat(Quantiles.slowestMs(List.of(new Fixed(100), new Fixed(200)), 0.99)).isEqualTo(200);
    }

    @Test
    void timesBelowZeroAreRefused() {
        assertThatThrownBy(() -> new Fixed(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new Uniform(5, 5)).hasMessageContaining("upper bound");
        assertThatThrownBy(() -> new Lognormal(10, 6)).hasMessageContaining("sigma");
        assertThatThrownBy(() -> new Exponential(0)).hasMessageContaining("above 0");
    }
}
