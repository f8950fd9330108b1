package io.birdseye.cli;

import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.accuracy.Accuracy;
import io.birdseye.planning.accuracy.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.Predictor;
import io.birdseye.planning.calibration.Predictor.Host;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import io.birdseye.report.result.Trial;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** From the settings of a point to its simulation, and from its measurement to the error of that. */
final class Predictions {

    private static final int REPLICATIONS = 5;
    private static final long SEED = 1909;

    private Predictions() {}

    /** The latencies of each group's calls. */
    static List<List<Latency>> upstreams(Optional<ScenarioFile> scenario, double delayMs) {
        return scenario.map(file -> file.scenario().groups().stream()
                        .map(group -> group.calls().stream().map(Scenario.Call::toLastByte).toList())
                        .toList())
                .orElseGet(() -> Collections.nCopies(2, Collections.nCopies(2, new Latency.Fixed(delayMs))));
    }

    static List<List<Double>> means(List<List<Latency>> upstreams) {
        return upstreams.stream()
                .map(group -> group.stream().map(Latency::meanMs).toList())
                .toList();
    }

    static Traffic traffic(Load load) {
        return switch (load.model()) {
            case OPEN -> new Traffic.ConstantRate(load.ratePerSecond());
            case CLOSED -> new Traffic.Users(load.users(), 0);
        };
    }

    /** As long as a trial, and no longer: the p99 of a small sample is not that of a large one. */
    static RunLength runLength(Duration warmUp, Duration duration) {
        return new RunLength(
                warmUp.toMillis(), duration.toMillis(), 2.0 * duration.toMillis(), REPLICATIONS, SEED);
    }

    /** What the machine of the calibration should have shown at a point that was measured on it. */
    static SimulationResult simulate(
            CalibratedCosts calibration, int cores, PointSettings point, Topology topology, RunLength runLength) {
        Host host = new Host(
                cores, true, point.httpWorkers(), point.maxInFlight(), point.maxInFlight(),
                point.deadline().toMillis());
        return Predictor.predict(
                calibration,
                RequestPath.of(topology),
                upstreams(point.scenario(), point.delay().toNanos() / 1e6),
                host,
                traffic(point.load()),
                runLength);
    }

    static CheckedFigures measured(Trial.Measured measured, LatencyFigures response) {
        return new CheckedFigures(measured.achievedPerSecond(), response.p50Ms(), response.p99Ms());
    }

    /** A point with its error; empty where nothing was answered, since there is nothing to be off from. */
    static Optional<Accuracy.CheckedPoint> checked(String name, SimulationResult predicted, CheckedFigures measured) {
        return measured.perSecond() > 0 && measured.p50Ms() > 0
                ? Optional.of(new Accuracy.CheckedPoint(name, CheckedFigures.of(predicted), measured))
                : Optional.empty();
    }
}
