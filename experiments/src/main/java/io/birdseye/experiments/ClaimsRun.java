package io.birdseye.experiments;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Ledger.Entry;
import io.birdseye.experiments.claim.Ledger;
import io.birdseye.experiments.claim.LedgerFiles;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.ExperimentRunner;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;

/** Runs claims one after the other: measures what is missing, judges, and writes the ledger after each. */
public record ClaimsRun(Claims claims, Effort effort, Path folder) {

    /** Is told of the progress of a run, and of every child JVM in it. */
    public interface Listener extends ExperimentRunner.Progress {

        /** Before the first measurement: how many child JVMs there will be, and how long they take together. */
        void started(int claims, int runs, Duration expected);

        /** The experiments of this claim come next. */
        void claimStarted(Claim.Text claim);

        /** The claim is judged and in the ledger. */
        void claimFinished(Entry entry);
    }

    /**
     * Runs the claims with these ids, all of them if there are none, and returns the whole ledger of the folder. May
     * be called again after an interruption, which keeps everything measured. Refuses unknown ids.
     *
     * @throws FolderRefused if another run has the folder, or it holds runs of another build, JDK or machine
     */
    public Ledger run(List<String> ids, Listener listener)
            throws IOException, FolderRefused, InterruptedException {
        List<Claim> chosen = claims.choose(ids);
        LedgerFiles files = new LedgerFiles(folder);
        try (var runner = new ExperimentRunner(folder)) {
            Provenance provenance = runner.provenance();
            Ledger ledger = files.load(provenance.machine());
            Ledger.Origin origin = new Ledger.Origin(provenance.commit(), provenance.machine());
            announce(chosen, runner, listener);
            for (Claim claim : chosen) {
                listener.claimStarted(claim.text());
                List<Experiment> experiments = claim.experiments(effort);
                runner.measure(experiments, listener);
                Measurements measurements = runner.measured(experiments);
                Entry entry = new Entry(claim.text(), claim.judge(measurements), effort, Instant.now(),
                        "./birdseye claims run " + claim.text().id() + " --effort " + effort,
                        claim.picture(measurements).orElse(null), origin);
                ledger = ledger.with(entry);
                files.save(ledger);
                listener.claimFinished(entry);
            }
            return ledger;
        }
    }

    /** How long it takes in an empty folder; throws {@code IllegalArgumentException} if an id is unknown. */
    public Duration estimate(List<String> ids) {
        return time(experiments(claims.choose(ids)), Experiment::runs);
    }

    private void announce(List<Claim> chosen, ExperimentRunner runner, Listener listener) {
        List<Experiment> all = experiments(chosen);
        listener.started(chosen.size(), all.stream().mapToInt(runner::missing).sum(), time(all, runner::missing));
    }

    /** Claims share experiments; each is counted once. */
    private List<Experiment> experiments(List<Claim> chosen) {
        return chosen.stream().flatMap(claim -> claim.experiments(effort).stream()).distinct().toList();
    }

    private static Duration time(List<Experiment> experiments, ToIntFunction<Experiment> runs) {
        return experiments.stream()
                .map(experiment -> experiment.expected().multipliedBy(runs.applyAsInt(experiment)))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
