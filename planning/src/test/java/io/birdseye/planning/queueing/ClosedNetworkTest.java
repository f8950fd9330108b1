package io.birdseye.planning.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.planning.queueing.ClosedBounds.Station;
import io.birdseye.planning.queueing.ClosedNetwork.Solution;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClosedNetworkTest {

    @Test
    void meanValueAnalysisAndConvolutionAgreeOnSingleServers() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            List<Station> stations = Stream.generate(() -> new Station(random.nextDouble(100), 1))
                    .limit(1 + random.nextInt(5))
                    .toList();
            ClosedNetwork network = new ClosedNetwork(stations, random.nextDouble(500));
            int users = 1 + random.nextInt(60);

            Solution byMva = network.meanValueAnalysis(users);
            Solution byConvolution = network.convolution(users);

            assertThat(byConvolution.perSecond()).isCloseTo(byMva.perSecond(), Percentage.withPercentage(1e-6));
            assertThat(byConvolution.responseMs()).isCloseTo(byMva.responseMs(), Percentage.withPercentage(1e-4));
        }
    }

    @Test
    void everySolutionLiesWithinTheBounds() {
        Random random = new Random(4);
        for (int i = 0; i < 100; i++) {
            List<Station> stations = Stream.generate(
                            () -> new Station(1 + random.nextDouble(300), 1 + random.nextInt(200)))
                    .limit(1 + random.nextInt(4))
                    .toList();
            double think = random.nextBoolean() ? 0 : random.nextDouble(1000);
            int users = 1 + random.nextInt(400);
            Solution solution = new ClosedNetwork(stations, think).solve(users);
            ClosedBounds bounds = new ClosedBounds(stations, think);

            assertThat(solution.perSecond())
                    .isLessThanOrEqualTo(bounds.highestPerSecond(users) * (1 + 1e-9))
                    .isGreaterThanOrEqualTo(bounds.lowestPerSecond(users) * (1 - 1e-9));
            assertThat(solution.responseMs()).isGreaterThanOrEqualTo(bounds.lowestResponseMs(users) * (1 - 1e-6));
        }
    }

    @Test
    void aSingleStationWithManyServersIsSaturatedByAsManyUsers() {
        ClosedNetwork network = new ClosedNetwork(List.of(new Station(800, 16)), 0);

        assertThat(network.solve(4).perSecond()).isCloseTo(5, within(1e-9));
        assertThat(network.solve(50).perSecond()).isCloseTo(20, within(1e-9));
        assertThat(network.solve(50).responseMs()).isCloseTo(2500, within(1e-6));
    }

    @Test
    void hundredsOfServersAndUsersStayExactNearSaturation() {
        ClosedNetwork network = new ClosedNetwork(List.of(new Station(800, 400), new Station(3.9, 2)), 0);

        Solution solution = network.solve(800);

        assertThat(solution.perSecond()).isBetween(490.0, 500.0);
    }

    @Test
    void theKneeIsWhereTheTwoBoundsMeet() {
        ClosedBounds bounds = new ClosedBounds(List.of(new Station(800, 40), new Station(22, 2)), 0);

        assertThat(bounds.saturationPerSecond()).isCloseTo(50, within(1e-9));
        assertThat(bounds.kneeUsers()).isCloseTo(41.1, within(1e-9));
    }
}
