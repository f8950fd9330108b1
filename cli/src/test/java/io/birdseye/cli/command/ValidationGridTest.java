package io.birdseye.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Load;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.ValidationGrid;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.strategy.Strategies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidationGridTest {

    @Test
    void theGridHasTwentyFourPointsOrMoreAndNoneIsThatOfTheCalibration() {
        List<PointSettings> points = ValidationGrid.all();

        assertThat(points).hasSizeGreaterThanOrEqualTo(24);
        assertThat(points.stream().map(PointSettings::describe).distinct()).hasSameSizeAs(points);
        assertThat(points).doesNotContain(ValidationGrid.calibration());
        assertThat(Strategies.load().names())
                .containsAll(points.stream().map(PointSettings::strategy).toList());
        PointTrials trials = new PointTrials(
                Duration.ofSeconds(6), Duration.ofSeconds(12), 1, List.of(), ValidityBounds.DEFAULT, Path.of(""), "",
                (settings, progress) -> {
                    throw new AssertionError("no trial");
                });
        double seconds = points.stream().mapToDouble(trials::estimateSeconds).sum();
        assertThat(seconds).as("with the calibration within 16 minutes").isLessThan(14.5 * 60);
    }

    /** What the article got wrong: the pool alone decides, whatever the framework. */
    @Test
    void sixteenThreadsAtTwoHundredMillisecondsCarryTwentyAndTwentyFourAtFourHundredFifteen() {
        CalibratedCosts light =
                new CalibratedCosts(List.of(0.1, 0.1, 0.1, 0.1), List.of(0.2, 0.2), 1, 1, 1, 0);
        CatalogMenu menu = new CatalogMenu(Strategies.load(), List.of(), Shape.TWO_BY_TWO);
        int checked = 0;
        for (PointSettings settings : ValidationGrid.all()) {
            boolean saturated = settings.load().model() == Load.Model.CLOSED
                    && (settings.work().upstreamDelay().toMillis() == 200 || settings.work().upstreamDelay().toMillis() == 400);
            if (saturated && !settings.strategy().equals("disruptor-diamond")) {
                SimulationResult result = light.predict(
                        2, settings, menu.topology(settings.strategy(), settings.io(), 2),
                        RunLength.ofTrial(Duration.ofSeconds(8), Duration.ofSeconds(24)));
                double expected = settings.work().upstreamDelay().toMillis() == 200 ? 20 : 15;
                assertThat(result.achievedPerSecond()).as(settings.describe()).isCloseTo(expected, within(0.5));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(10);
    }
}
