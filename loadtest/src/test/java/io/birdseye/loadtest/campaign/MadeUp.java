package io.birdseye.loadtest.campaign;

import io.birdseye.model.Budget;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Outcome;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.ValidityBounds;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Made-up results of the campaign's comparison: 40 requests of each strategy. */
final class MadeUp {

    static final long REQUESTS = 40;

    private static final Environment HERE =
            new Environment("abc", "25", List.of(), "Parallel", 2, "some CPU", 8L << 30, "Linux", "6.1");
    private static final Settings SETTINGS = new Settings(
            Load.open(20), 20, 0.5, "boxed", "equal", 8, 1, 2, 1, "./birdseye compare", ValidityBounds.DEFAULT, null);

    private MadeUp() {}

    static Results results(Trial... trials) {
        return new Results(Results.SCHEMA_VERSION, "2026-01-02T03:04:05Z", HERE, SETTINGS,
                new Floor(List.of(20.0, 20.0, 20.0, 20.0), List.of(1.0, 1.0), 3), List.of(trials));
    }

    /** The table of a comparison that ended before so many trials. */
    static Results toCome(int trials, Results soFar) {
        return new Results(
                soFar.schemaVersion(), soFar.createdAt(), soFar.environment(), soFar.settings(), soFar.floor(), soFar.trials(), trials);
    }

    /** A comparison of two strategies without a fault. */
    static Results undisturbed() {
        return results(valid("executor"), valid("http-async"));
    }

    static Trial valid(String strategy) {
        return trial(strategy, Outcome.COMPLETED, null, measured(REQUESTS, 0, 60, 0.01));
    }

    static Trial withErrors(String strategy, int errors) {
        return trial(strategy, Outcome.COMPLETED, null, measured(REQUESTS - errors, errors, 60, 0.01));
    }

    static Trial withRequests(String strategy, long requests) {
        return trial(strategy, Outcome.COMPLETED, null, measured(requests, 0, 60, 0.01));
    }

    static Trial withLongest(String strategy, double ms) {
        return trial(strategy, Outcome.COMPLETED, null, measured(REQUESTS, 0, ms, 0.01));
    }

    /** Other programs took this share of the cores. */
    static Trial besideOthers(String strategy, double share) {
        return trial(strategy, Outcome.COMPLETED, null, measured(REQUESTS, 0, 9_000, share));
    }

    static Trial failed(String strategy, String reason) {
        return trial(strategy, Outcome.FAILED, reason, null);
    }

    private static Trial trial(String strategy, Outcome outcome, @Nullable String reason, @Nullable Measured measured) {
        return new Trial(strategy, 1, Budget.NONE, Topology.NONE, outcome, reason, measured);
    }

    private static Measured measured(long ok, long errors, double longestMs, double others) {
        Latency latency = new Latency(25, 24, 30, null, null, longestMs);
        return new Measured(
                2, 20, ok / 2.0, ok, errors, errors == 0 ? Map.of() : Map.of("503", errors), latency, latency, 2,
                new Resources(10.0, 1.0, 1.0, 0.0, 0, 5.0, 40, 200.0, 0.2, 0.1, 0.1), List.of(), 4, 2, 3,
                "trials/latencies.hlog", 1.0, 0.0, null, 1.0, new Disturbance(others, 0.1, 1.0, 1.0, null),
                new Trial.InjectorsUsed(0, List.of()), null, null, null, null);
    }
}
