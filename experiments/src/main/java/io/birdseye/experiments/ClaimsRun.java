package io.birdseye.experiments;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Ledger.Entry;
import io.birdseye.experiments.claim.Ledger;
import io.birdseye.experiments.claim.LedgerFiles;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.ExperimentRunner;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;

/** Runs claims one after the other: measures what is missing, judges, and writes the ledger after each. */
public record ClaimsRun(Claims claims, Effort effort, Path folder) {

    /**
     * Runs the claims with these ids, all of them if there are none, and returns the whole ledger of the folder. May
     * be called again after an interruption, which keeps everything measured. Refuses unknown ids.
     *
     * @throws FolderRefused if another run has the folder, or it holds runs of another build, JDK or machine
     */
    public Ledger run(List<String> ids, Progress progress)
            throws IOException, FolderRefused, InterruptedException {
        List<Claim> chosen = claims.choose(ids);
        LedgerFiles files = new LedgerFiles(folder);
        try (var runner = new ExperimentRunner(folder)) {
            Provenance provenance = runner.provenance();
            Ledger ledger = files.load(provenance.machine());
            Ledger.Origin origin = new Ledger.Origin(provenance.commit(), provenance.machine());
            List<Experiment> all = experiments(chosen);
            double total = time(all, runner::missing).toMillis() / 1e3;
            progress.update(Format.count(all.stream().mapToInt(runner::missing).sum(), "JVM") + " for "
                    + Format.count(chosen.size(), "claim"), 0, total);
            for (Claim claim : chosen) {
                String id = claim.text().id();
                List<Experiment> experiments = claim.experiments(effort);
                runner.measure(experiments, (phase, seconds, _) -> progress.update(id + " " + phase, seconds, total));
                Measurements measurements = runner.measured(experiments);
                Entry entry = new Entry(claim.text(), claim.judge(measurements), effort, Instant.now(),
                        "./birdseye claims run " + id + " --effort " + effort,
                        claim.picture(measurements).orElse(null), origin);
                ledger = ledger.with(entry);
                files.save(ledger);
                progress.update(id + " effect " + entry.judgement().effect().kind().label() + ", cause "
                        + entry.judgement().cause().kind().label(), runner.doneSeconds(), total);
            }
            return ledger;
        }
    }

    /** How long it takes in an empty folder; throws {@code IllegalArgumentException} if an id is unknown. */
    public Duration estimate(List<String> ids) {
        return time(experiments(claims.choose(ids)), Experiment::runs);
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
