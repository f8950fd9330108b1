package io.birdseye.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.calibration.Accuracy;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.CalibrationRun.CalibrationPoints;
import io.birdseye.planning.calibration.CalibrationRun;
import io.birdseye.planning.calibration.NullModel;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Predictions at points that the calibration has not seen, where requests queue: arrivals at random, upstreams of random
 * latency, boxed lists, and pools or cores that are 0.7 to 0.95 busy. Rates and pools follow from the calibrated costs,
 * so that these shares hold on any machine.
 */
class ValidationGridTest {

    /** Its calls take 50 ms, like those of the grid, but each as long as the others. */
    private static final Work FIXED = Work.article(Duration.ofMillis(50), 2, Layout.BOXED);

    /** The mean of the lognormal is 48 ms × e^(0.3² / 2) = 50 ms. */
    private static final Work RANDOM = FIXED.withScenario(Optional.of(scenario()));

    private static final double CALLS_MS = RANDOM.scenario().orElseThrow().meanCallMs().stream().mapToDouble(ms -> ms).sum();

    private static final int PLENTY = 200;
    private static final int REQUESTS = 2000;
    private static final Duration WARM_UP = Duration.ofSeconds(18);

    /**
     * How busy its cores and its pool are wanted.
     *
     * @param pool of the share of time; 0 for a pool that is never full
     */
    private record Busy(String strategy, double cores, double pool) {}

    private static final List<Busy> GRID = List.of(
            new Busy("executor", 0.5, 0.7), new Busy("executor", 0.5, 0.85), new Busy("executor", 0.5, 0.95),
            new Busy("async-executor", 0.5, 0.85), new Busy("async-executor-split", 0.5, 0.85),
            new Busy("virtual-threads", 0.5, 0.85), new Busy("virtual-threads", 0.5, 0.95), new Busy("sequential", 0.5, 0.85),
            new Busy("executor", 0.7, 0), new Busy("executor", 0.8, 0), new Busy("executor", 0.9, 0),
            new Busy("async-executor-split", 0.8, 0), new Busy("virtual-threads", 0.8, 0), new Busy("sequential", 0.8, 0),
            new Busy("executor", 0.8, 0.85), new Busy("virtual-threads", 0.8, 0.85), new Busy("async-executor", 0.8, 0.85));

    private static ScenarioFile scenario() {
        String latency = "latency: { lognormal: { median: 48ms, sigma: 0.3 } }";
        String cpu = "cpu: { multiply: 2MB, layout: boxed }";
        try {
            return ScenarioFile.parse("grid.yaml", """
                            name: grid
                            groups:
                              - name: posts
                                calls:
                                  - { name: posts, %1$s, payload: 27kB }
                                  - { name: comments, %1$s, payload: 158kB }
                                %2$s
                              - name: albums
                                calls:
                                  - { name: albums, %1$s, payload: 9kB }
                                  - { name: photos, %1$s, payload: 0.8MB }
                                %2$s
                            """.formatted(latency, cpu), List.of());
        } catch (InvalidScenario e) {
            throw new AssertionError(e.problems().toString(), e);
        }
    }

    private static PointSettings calibration() {
        return point(CalibrationPoints.CALIBRATOR, 20, 40, FIXED);
    }

    private static PointSettings point(String strategy, double rate, int io, Work work) {
        return new PointSettings(
                strategy, Load.open(Math.round(rate * 10) / 10.0), work,
                new ServiceLimits(Optional.of(io), Optional.empty(), Optional.of(1000), Optional.of(200)),
                Duration.ofSeconds(10));
    }

    /** The rate makes the cores so busy; the pool is as large as that rate needs, and the rate follows its whole threads. */
    private static PointSettings point(Busy wanted, CalibratedCosts costs, int cores) {
        RequestWork work = costs.work(point("", 1, 1, RANDOM).work().upstreams(), true);
        double atCores = wanted.cores() * cores * 1000 / (work.cpuMs() * (1 + costs.contention() * (cores - 1)));
        if (wanted.pool() == 0) {
            return point(wanted.strategy(), atCores, PLENTY, RANDOM);
        }
        double heldMs = work.callMs() + (wanted.strategy().equals("async-executor") ? work.combineMs() : 0);
        int io = (int) Math.max(4, Math.round(atCores * heldMs / 1000 / wanted.pool()));
        return point(wanted.strategy(), wanted.pool() * io * 1000 / heldMs, io, RANDOM);
    }

    private static List<PointSettings> grid(CalibratedCosts costs, int cores) {
        return GRID.stream().map(wanted -> point(wanted, costs, cores)).toList();
    }

    /** With costs as on two processors: one request takes 10 or 20 ms of CPU, of which 3 are those of injector and mock. */
    @Test
    void atEveryPointAPoolOrTheCoresAreBusyAndRequestsWait() {
        CatalogMenu menu = new CatalogMenu(Strategies.load(), List.of(), Shape.TWO_BY_TWO);
        for (double factor : List.of(1.0, 2.0)) {
            CalibratedCosts costs = new CalibratedCosts(
                    List.of(1.0, 1.0, 1.0, 1.0), List.of(0.3, 0.4, 0.3, 1.0), List.of(1.5 * factor, 1.5 * factor), 2 * factor, 3, 1, 0.1);
            List<PointSettings> grid = grid(costs, 2);
            List<String> idle = new ArrayList<>();
            for (int i = 0; i < grid.size(); i++) {
                PointSettings point = grid.get(i);
                Topology topology = menu.topology(point.strategy(), point.io(), 2);
                SimulationResult result =
                        costs.predict(2, point, topology, new RunLength(WARM_UP.toMillis(), 60_000, 60_000, 4, 1909));
                NullModel delays = NullModel.of(point.load(), point.work().upstreams(), topology);
                double busy = Math.max(result.mean(Figure.CORES), result.mean(Figure.IO_UTILISATION));
                assertThat(busy).as("%s: %s", GRID.get(i), point.describe()).isBetween(0.65, 0.97);
                if (result.p99Ms() < delays.delayP99Ms() + 5 && result.p50Ms() < delays.delayP50Ms() + 2) {
                    idle.add(point.describe());
                }
            }
            assertThat(grid).hasSize(17).doesNotHaveDuplicates().doesNotContain(calibration());
            assertThat(idle).as("points at which the null model hits if the prediction is right").isEmpty();
        }
    }

    /** Fifteen to twenty minutes: 18 s of load, and 2,000 requests, at each point. */
    @Test
    @Tag("nightly")
    void predictionsSayMoreThanDelaysAndPoolsDoWhereRequestsQueue(@TempDir Path folder) throws Exception {
        Programs programs = Programs.builtIn(Path.of("..").toAbsolutePath().normalize(), JavaProgram.thisJava());
        PointTrials trials = new PointTrials(
                WARM_UP, Duration.ofSeconds(12), 1, Programs.serviceJvmFlags(), ValidityBounds.DEFAULT, folder, "",
                PointTrials.Runner.with(programs));
        int cores = Runtime.getRuntime().availableProcessors();
        CalibratedCosts costs = new CalibrationRun(calibration(), List.of(), REQUESTS, trials, programs).calibrate(Progress.NONE);

        CalibrationRun.Calibrated checked =
                new CalibrationRun(calibration(), grid(costs, cores), REQUESTS, trials, programs).check(costs, Progress.NONE);

        Accuracy accuracy = checked.file().accuracy();
        System.out.println(PointTrials.machine() + "\n" + costs + "\n\n" + accuracy.markdown() + accuracy.sentence()
                + "\nNot measured: " + checked.failures());
        assertThat(checked.failures()).hasSizeLessThanOrEqualTo(GRID.size() / 4);
        assertThat(accuracy.hits()).as(accuracy.markdown()).isGreaterThan(accuracy.nullHits());
    }
}
