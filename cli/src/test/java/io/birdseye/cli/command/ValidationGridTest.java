package io.birdseye.cli.command;

import static io.birdseye.planning.calibration.CalibrationPoints.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Load;
import io.birdseye.planning.calibration.Accuracy;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.CalibrationPoints;
import io.birdseye.planning.calibration.CalibrationRun;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.strategy.Strategies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions at points that the calibration has not seen: strategy × pool × load × delay. */
class ValidationGridTest {

    private static final Load USERS = Load.closed(40);
    private static final List<String> BY_TOPOLOGY =
            List.of("executor", "async-executor", "async-executor-split", "rx", "disruptor-diamond", "virtual-threads");

    private static List<PointSettings> grid() {
        List<PointSettings> points = new ArrayList<>();
        for (String strategy : BY_TOPOLOGY) {
            // 16 threads carry 16 / (4 × 200 ms) = 20/s, 24 threads at 400 ms 24 / (4 × 400 ms) = 15/s.
            points.add(point(strategy, USERS, 200, 16));
            points.add(point(strategy, USERS, 400, 24));
            points.add(point(strategy, Load.open(15), 200, 16));
            points.add(point(strategy, Load.open(60), 50, 24));
        }
        points.add(point("sequential", Load.open(30), 50, 16));
        points.add(point("sequential", USERS, 100, 16));
        points.add(point("virtual-threads", Load.open(25), 400, 64));
        points.add(point("http-async", Load.open(50), 100, 32));
        return points;
    }

    @Test
    void noPointOfTheGridIsThatOfTheCalibration() {
        assertThat(grid()).doesNotHaveDuplicates().doesNotContain(CalibrationPoints.calibration());
    }

    /** What the article got wrong: the pool alone decides, whatever the framework. */
    @Test
    void sixteenThreadsAtTwoHundredMillisecondsCarryTwentyAndTwentyFourAtFourHundredFifteen() {
        CalibratedCosts light =
                new CalibratedCosts(List.of(0.1, 0.1, 0.1, 0.1), List.of(0.2, 0.2), 1, 1, 1, 0);
        CatalogMenu menu = new CatalogMenu(Strategies.load(), List.of(), Shape.TWO_BY_TWO);
        int checked = 0;
        for (PointSettings settings : grid()) {
            long delayMs = settings.work().upstreamDelay().toMillis();
            boolean saturated = settings.load().equals(USERS) && delayMs != 100;
            if (saturated && !settings.strategy().equals("disruptor-diamond")) {
                SimulationResult result = light.predict(
                        2, settings, menu.topology(settings.strategy(), settings.io(), 2),
                        RunLength.ofTrial(Duration.ofSeconds(8), Duration.ofSeconds(24)));
                assertThat(result.achievedPerSecond()).as(settings.describe()).isCloseTo(delayMs == 200 ? 20 : 15, within(0.5));
                checked++;
            }
        }
        assertThat(checked).isEqualTo(10);
    }

    /** Tails differ between JVMs, so one point in seven may miss; a shorter warm-up would measure the JIT compilers. */
    @Test
    @Tag("nightly")
    void predictionsAreWithinWhatIsToleratedAtMeasuredPoints(@TempDir Path folder) throws Exception {
        Programs programs = Programs.builtIn(Path.of("..").toAbsolutePath().normalize(), JavaProgram.thisJava());
        PointTrials trials = new PointTrials(
                Duration.ofSeconds(18), Duration.ofSeconds(12), 1, Programs.serviceJvmFlags(), ValidityBounds.DEFAULT, folder, "",
                PointTrials.Runner.with(programs));

        CalibrationRun.Calibrated calibrated =
                new CalibrationRun(CalibrationPoints.calibration(), grid(), trials, programs, Progress.NONE).run();

        Accuracy accuracy = calibrated.file().accuracy();
        System.out.println(accuracy.markdown() + accuracy.sentence());
        assertThat(calibrated.failures()).isEmpty();
        assertThat(accuracy.hits()).as(accuracy.markdown()).isGreaterThanOrEqualTo(grid().size() * 6L / 7);
    }
}
