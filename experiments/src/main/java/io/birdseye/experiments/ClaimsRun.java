package io.birdseye.experiments;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.ledger.Entry;
import io.birdseye.experiments.ledger.Ledger;
import io.birdseye.experiments.ledger.LedgerFiles;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.ExperimentRunner;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.model.Machine;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Runs claims one after the other: measures what is missing, judges, and writes the ledger after each. */
public final class ClaimsRun {

    private final Claims claims;

    public ClaimsRun(Claims claims) {
        this.claims = claims;
    }

    /**
     * Runs the claims of the request. May be called again with the same folder after an interruption.
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
            announce(chosen, request, runner, listener);
            for (Claim claim : chosen) {
                listener.claimStarted(claim.text());
                List<Experiment> experiments = claim.experiments(request.effort());
                runner.measure(experiments, listener);
                Measurements measurements = runner.measured(experiments);
                Entry entry = new Entry(claim.text(), claim.judge(measurements), request.effort(), Instant.now(),
                        command(claim, request), claim.picture(measurements).orElse(null));
                ledger = ledger.with(entry);
                files.save(ledger);
                listener.claimFinished(entry);
            }
        }
        return ledger;
    }

    /** Claims share experiments; each is counted once. */
    private static void announce(
            List<Claim> chosen, RunRequest request, ExperimentRunner runner, RunListener listener) {
        int runs = 0;
        Duration expected = Duration.ZERO;
        for (Experiment experiment : chosen.stream()
                .flatMap(claim -> claim.experiments(request.effort()).stream())
                .distinct()
                .toList()) {
            int missing = runner.missing(experiment);
            runs += missing;
            expected = expected.plus(experiment.expected().multipliedBy(missing));
        }
        listener.started(chosen.size(), runs, expected);
    }

    private static String command(Claim claim, RunRequest request) {
        return "./birdseye claims run " + claim.text().id() + " --"
                + request.effort().name().toLowerCase(Locale.ROOT);
    }
}
