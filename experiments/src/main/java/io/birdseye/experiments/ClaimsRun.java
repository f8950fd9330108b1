package io.birdseye.experiments;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.ledger.Entry;
import io.birdseye.experiments.ledger.Ledger;
import io.birdseye.experiments.ledger.LedgerFiles;
import io.birdseye.experiments.ledger.Machine;
import io.birdseye.experiments.measure.ExperimentRunner;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.measure.PointProgress;
import io.birdseye.experiments.measure.Run;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs claims one after the other: measures what is missing, judges, and writes the ledger after each. */
public final class ClaimsRun {

    private final Claims claims;

    public ClaimsRun(Claims claims) {
        this.claims = claims;
    }

    /**
     * Runs the asked-for claims. May be called again with the same folder after an interruption.
     *
     * @return the whole ledger of the folder
     * @throws IllegalArgumentException if an id is unknown
     * @throws IOException if results cannot be kept
     * @throws InterruptedException when interrupted; everything measured is kept
     */
    public Ledger run(RunRequest request, RunListener listener) throws IOException, InterruptedException {
        List<Claim> chosen = claims.choose(request.ids());
        LedgerFiles files = new LedgerFiles(request.folder());
        Ledger ledger = files.load(Machine.here());
        try (var runner = new ExperimentRunner(request.folder(), request.upstreamMain(), request.seed())) {
            Remaining remaining = Remaining.of(chosen, request, runner);
            listener.started(chosen.size(), remaining.runs, remaining.time);
            for (Claim claim : chosen) {
                listener.claimStarted(claim.text());
                List<Point> points = claim.points(request.effort());
                runner.measure(points, remaining.telling(listener));
                Measurements measurements = runner.measured(points);
                Entry entry = new Entry(claim.text(), claim.judge(measurements), request.effort(), Instant.now(),
                        command(claim, request), claim.picture(measurements).orElse(null));
                ledger = ledger.with(entry);
                files.save(ledger);
                listener.claimFinished(entry);
            }
        }
        return ledger;
    }

    private static String command(Claim claim, RunRequest request) {
        return "./birdseye claims run " + claim.text().id() + " --"
                + request.effort().name().toLowerCase(Locale.ROOT);
    }

    /** Counts down as runs finish. */
    private static final class Remaining {

        private int runs;
        private Duration time;

        private Remaining(int runs, Duration time) {
            this.runs = runs;
            this.time = time;
        }

        static Remaining of(List<Claim> chosen, RunRequest request, ExperimentRunner runner) throws IOException {
            Map<String, Point> points = new LinkedHashMap<>();
            for (Claim claim : chosen) {
                claim.points(request.effort()).forEach(point -> points.put(point.name(), point));
            }
            int runs = 0;
            Duration time = Duration.ZERO;
            for (Point point : new ArrayList<>(points.values())) {
                int missing = runner.missing(point);
                runs += missing;
                time = time.plus(point.expected().multipliedBy(missing));
            }
            return new Remaining(runs, time);
        }

        PointProgress telling(RunListener listener) {
            return new PointProgress() {
                @Override
                public void started(Point point) {
                    listener.runStarted(point);
                }

                @Override
                public void finished(Point point, Run run) {
                    runs = Math.max(0, runs - 1);
                    Duration left = time.minus(point.expected());
                    time = left.isNegative() ? Duration.ZERO : left;
                    listener.runFinished(point, run, runs, time);
                }
            };
        }
    }
}
