package io.birdseye.benchmarks.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.benchmarks.overhead.OverheadBench.Cost;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.util.ListStatistics;

class OverheadBenchTest {

    @Test
    void anIterationThatTheMachineDisturbedDoesNotDecide() {
        // The half seconds of a run of 'structured', each the time on one requester's thread.
        double[] iterations = DoubleStream.of(9.9, 9.8, 10.5, 10.4, 10.4, 9.9, 10.1, 27.9, 312.5, 12.3, 10.5, 12.0)
                .map(perRequest -> perRequest * Baseline.REQUESTERS)
                .toArray();

        Cost cost = Cost.of(new ListStatistics(iterations), 9_260);

        assertThat(cost.micros()).isCloseTo(10.45, within(0.1));
        assertThat(cost.lowerQuartile()).isBetween(9.8, 10.2);
        assertThat(cost.upperQuartile()).isBetween(12.0, 13.0);
    }
}
