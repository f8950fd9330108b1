package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import io.birdseye.planning.production.MetricHistogram.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LatencyFitTest {

    private static final double[] BOUNDS = {5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10000};

    @RepeatedTest(30)
    void samplesAndTheirHistogramGiveTheDistributionBack(RepetitionInfo repetition) {
        RandomGenerator random = new SplittableRandom(repetition.getCurrentRepetition());
        Latency.Lognormal known = new Latency.Lognormal(random.nextDouble(20, 800), random.nextDouble(0.2, 1));
        double[] ms = DoubleStream.generate(() -> known.drawMs(random)).limit(2000).toArray();

        assertThat(LatencyFit.ofSamples(ms).latency()).isInstanceOfSatisfying(Latency.Lognormal.class, fit -> {
            assertThat(fit.medianMs()).isCloseTo(known.medianMs(), within(0.1 * known.medianMs()));
            assertThat(fit.sigma()).isCloseTo(known.sigma(), within(0.1 * known.sigma()));
        });
        assertThat(LatencyFit.ofHistogram(histogram(ms)).latency())
                .isInstanceOfSatisfying(Latency.Lognormal.class, fit -> {
                    assertThat(fit.medianMs()).isCloseTo(known.medianMs(), within(0.15 * known.medianMs()));
                    assertThat(fit.sigma()).isCloseTo(known.sigma(), within(0.2 * known.sigma()));
                });
    }

    @Test
    void anythingBetweenTwoBoundsIsUniform() {
        RandomGenerator random = new SplittableRandom(1);
        double[] ms = DoubleStream.generate(() -> random.nextDouble(100, 900)).limit(500).toArray();

        assertThat(LatencyFit.ofSamples(ms).latency()).isInstanceOfSatisfying(Latency.Uniform.class, fit -> {
            assertThat(fit.lowerMs()).isCloseTo(100, within(40.0));
            assertThat(fit.upperMs()).isCloseTo(900, within(40.0));
        });
    }

    @Test
    void timesThatHardlyDifferAreFixed() {
        assertThat(LatencyFit.ofSamples(new double[] {200, 200.5, 199.8, 200.1}).latency())
                .isInstanceOfSatisfying(Latency.Fixed.class, fit -> assertThat(fit.ms()).isCloseTo(200.1, within(0.01)));
        assertThat(LatencyFit.ofSamples(new double[] {30}).latency()).isEqualTo(new Latency.Fixed(30));
    }

    @Test
    void oneBoundAndTheMeanAreEnoughForAHistogramOfTwoBuckets() {
        Latency.Lognormal known = new Latency.Lognormal(80, 0.5);
        RandomGenerator random = new SplittableRandom(7);
        double[] ms = DoubleStream.generate(() -> known.drawMs(random)).limit(5000).toArray();
        double below = DoubleStream.of(ms).filter(time -> time <= 100).count();
        MetricHistogram histogram = new MetricHistogram(
                5000, 0, DoubleStream.of(ms).sum(), List.of(new Bucket(100, below), new Bucket(Double.POSITIVE_INFINITY, 5000)), new TreeMap<>());

        assertThat(LatencyFit.ofHistogram(histogram).latency())
                .isInstanceOfSatisfying(Latency.Lognormal.class, fit -> {
                    assertThat(fit.medianMs()).isCloseTo(80, within(8.0));
                    assertThat(fit.sigma()).isCloseTo(0.5, within(0.1));
                });
    }

    @Test
    void allCallsInOneBucketAreAnythingBetweenItsBounds() {
        MetricHistogram histogram = new MetricHistogram(
                40, 0, 40 * 170, List.of(new Bucket(100, 0), new Bucket(250, 40), new Bucket(Double.POSITIVE_INFINITY, 40)), new TreeMap<>());

        assertThat(LatencyFit.ofHistogram(histogram).latency()).isEqualTo(new Latency.Uniform(100, 250));
        assertThat(histogram.quantileMs(0.5)).isCloseTo(175, within(1e-9));
    }

    private static MetricHistogram histogram(double[] ms) {
        List<Bucket> buckets = new ArrayList<>();
        for (double bound : BOUNDS) {
            buckets.add(new Bucket(bound, DoubleStream.of(ms).filter(time -> time <= bound).count()));
        }
        buckets.add(new Bucket(Double.POSITIVE_INFINITY, ms.length));
        return new MetricHistogram(ms.length, 0, DoubleStream.of(ms).sum(), buckets, new TreeMap<>());
    }
}
