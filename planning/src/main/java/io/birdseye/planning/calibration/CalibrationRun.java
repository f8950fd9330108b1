package io.birdseye.planning.calibration;

import io.birdseye.loadtest.InvalidMeasurement;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.planning.simulation.Queueing;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Validity;
import io.birdseye.scenario.Scenario.Call;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calibrates on this machine with a loaded trial and the floor before it, and measures points that check predictions,
 * with so many requests each, {@value #ENOUGH} for a p99. Points that are kept are read; one that fails is left out.
 */
public record CalibrationRun(
        PointSettings loaded, List<PointSettings> checks, int requests, PointTrials trials, Programs programs) {

    /** A p99 needs 1,000 answers, and random arrivals vary. */
    public static final int ENOUGH = 1100;

    /** Time for the floor: start, warm-up, and thirty requests one after another. */
    private static final double FLOOR_SECONDS = 22;

    /** After a shorter warm-up the JIT compiles during the measurement, and its CPU time would count as contention. */
    private static final Duration SETTLED = Duration.ofSeconds(40);

    /** @param failures one sentence for each point that could not be measured */
    public record Calibrated(CalibrationFile file, List<String> failures) {}

    public Duration estimate() {
        return Duration.ofSeconds(Math.round(FLOOR_SECONDS + settled(trials).estimateSeconds(loaded) + checkSeconds(checks)));
    }

    private double checkSeconds(List<PointSettings> points) {
        return points.stream().mapToDouble(point -> longEnough(point).estimateSeconds(point)).sum();
    }

    private PointTrials longEnough(PointSettings point) {
        double perSecond = switch (point.load().model()) {
            case OPEN -> point.load().ratePerSecond();
            case CLOSED -> Queueing.highestRate(point.io(), point.work().upstreams().stream()
                    .flatMap(List::stream)
                    .mapToDouble(Call::meanMs)
                    .sum());
        };
        Duration needed = Duration.ofMillis(Math.round(requests / perSecond * 1000));
        return trials.withDuration(needed.compareTo(trials.duration()) > 0 ? needed : trials.duration());
    }

    private static PointTrials settled(PointTrials trials) {
        return trials.withWarmUp(trials.warmUp().compareTo(SETTLED) < 0 ? SETTLED : trials.warmUp());
    }

    /** @throws TrialFailure if the calibration or all points fail, or the folder is in use or of other conditions */
    public Calibrated run(Progress progress) throws TrialFailure, IOException, InterruptedException {
        try (RunFolder _ = RunFolder.lock(trials.out())) {
            return check(calibrate(progress), progress);
        }
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Measures the points only, and compares them with what these costs predict. */
    public Calibrated check(CalibratedCosts costs, Progress progress) throws TrialFailure, IOException, InterruptedException {
        double total = estimate().toSeconds();
        List<Accuracy.CheckedPoint> points = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int i = 1; i <= checks.size(); i++) {
            PointSettings point = checks.get(i - 1);
            double before = total - checkSeconds(checks.subList(i - 1, checks.size()));
            String name = "point " + i + " of " + checks.size() + ", " + point.describe();
            Trials.JudgedTrial outcome = longEnough(point).measure(point, "points/" + i,
                    (phase, done, all) -> progress.update(name + ": " + phase, before + done, total));
            check(costs, point, outcome).ifPresentOrElse(points::add, () -> failures.add(point.describe() + ": "
                    + outcome.unusable().orElse("it has too few answers for a p99")));
        }
        if (points.isEmpty()) {
            throw new InvalidMeasurement("no point could be measured, so no prediction can be checked: "
                    + String.join("; ", failures));
        }
        return new Calibrated(
                new CalibrationFile(
                        CalibrationFile.SCHEMA_VERSION, Instant.now().toString(), PointTrials.machine(), cores(),
                        CalibrationFile.work(loaded), costs, new Accuracy(points)),
                failures);
    }

    public CalibratedCosts calibrate(Progress progress) throws TrialFailure, IOException, InterruptedException {
        double total = estimate().toSeconds();
        Progress ofAll = (phase, done, all) -> progress.update("calibration: " + phase, done, total);
        Results results = new Comparison(settled(trials).settings(loaded, "calibration"), programs, ofAll).run();
        Trial trial = results.trials().getFirst();
        if (trial.measured() == null) {
            throw new TrialFailure("the calibration failed: " + trial.reason());
        }
        List<String> broken = Validity.of(results).broken(trial.measured());
        if (!broken.isEmpty()) {
            throw new InvalidMeasurement("the calibration is not valid: " + String.join("; ", broken));
        }
        return CalibratedCosts.of(results.floor(), loaded.work().upstreams(), trial, cores());
    }

    private Optional<Accuracy.CheckedPoint> check(CalibratedCosts costs, PointSettings point, Trials.JudgedTrial outcome) {
        return outcome.unusable().isPresent()
                ? Optional.empty()
                : costs.check(
                        point.describe(), cores(), point, List.of(outcome.trial()),
                        RunLength.ofTrial(trials.warmUp(), longEnough(point).duration()));
    }

    /**
     * The points of a calibration and those that check it. Lists are small and primitive, so that pools and cores limit
     * the throughput, not the collector. A point that saturates the service has users: the latency of an open load that
     * is too high depends on how long it lasts.
     */
    public static final class CalibrationPoints {

        /** The strategy of the calibration. It has the simplest topology: two pools, and the HTTP thread given back. */
        public static final String CALIBRATOR = "async-executor-split";

        private static final double MEMORY = 0.5;
        private static final Duration DEADLINE = Duration.ofSeconds(10);
        private static final int MAX_IN_FLIGHT = 1_000;
        private static final int HTTP_THREADS = 200;
        private static final int USERS = 40;

        private CalibrationPoints() {}

        /** The loaded trial of the calibration, far below saturation. */
        public static PointSettings calibration() {
            return point(CALIBRATOR, Load.open(30), 150, 40);
        }

        /** The two points that check every calibration: one whose pool limits it, and one 80 % busy. */
        public static List<PointSettings> few() {
            return List.of(point("executor", Load.closed(USERS), 100, 16), point(CALIBRATOR, Load.open(50), 100, 25));
        }

        public static PointSettings point(String strategy, Load load, int delayMs, int io) {
            return new PointSettings(
                    strategy, load, Work.article(Duration.ofMillis(delayMs), MEMORY, Layout.PRIMITIVE),
                    new ServiceLimits(
                            Optional.of(io), Optional.empty(), Optional.of(MAX_IN_FLIGHT), Optional.of(HTTP_THREADS)),
                    DEADLINE);
        }
    }
}
