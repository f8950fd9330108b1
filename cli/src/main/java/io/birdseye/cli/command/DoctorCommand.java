package io.birdseye.cli.command;

import io.birdseye.cli.doctor.Doctor;
import io.birdseye.cli.doctor.Finding;
import io.birdseye.cli.doctor.Proof;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.WorkOptions.ArticleOptions;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Machine;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.statistics.Ranking;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = "Check whether this machine can give a trustworthy result, and say what to do if not.",
        exitCodeList = {
            "0:a result from this machine means something",
            "1:it would mislead, or the proof failed",
            "3:a trial of the proof was invalid twice, so that it shows nothing"
        })
public final class DoctorCommand extends JsonCommand {

    @Option(names = "--prove",
            description = "Compare a strategy with itself under several names and with a twin whose upstream calls take 5 %%"
                    + " longer, in trials of the service as compare runs them, and count how often the verdict was right."
                    + " Takes about ten minutes. --latency, --memory and --layout say what a request does.")
    private boolean prove;

    @Option(names = "--comparisons", paramLabel = "N",
            description = "With --prove: how many comparisons, about ten minutes each (default: by --effort, 1, 1 or 20).")
    private Optional<Integer> given = Optional.empty();

    @Mixin
    private final EffortOption effort = new EffortOption();

    private int comparisons;

    /** What was found, as JSON has it; without a proof where none was asked for. */
    private record Examined(String conclusion, Machine machine, List<Finding> findings, Proof.@Nullable Result proof) {}

    @Mixin
    private final ArticleOptions article = new ArticleOptions();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "With --prove: of the order of trials (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR",
            description = "With --prove: where the trials go; a folder with trials of the same proof is completed"
                    + " (default: a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        comparisons = given.orElse(effort.level().pick(1, 1, 20));
        List<Finding> findings = examine();
        boolean good = findings.stream().noneMatch(finding -> finding.grade() == Finding.Grade.BAD);
        Proof.Result proof = prove ? prove() : null;
        printJson(() -> new Examined(Finding.conclusion(findings), Machine.here(), findings, proof));
        return good && (proof == null || proof.passed()) ? Exit.FINE : Exit.CONDITION_FAILED;
    }

    private List<Finding> examine() {
        List<Finding> findings = new Doctor(Programs.SERVICE_JVM_FLAGS).examine();
        for (Finding finding : findings) {
            print(String.format("%-8s %-12s %s",
                    finding.grade(), finding.subject(), finding.detail()));
            if (!finding.advice().isEmpty()) {
                print(String.format("%-21s -> %s", "", finding.advice()));
            }
        }
        print("", Finding.conclusion(findings));
        return findings;
    }

    private Proof.Result prove() throws Exception {
        Path folder = workspace.newResults(out, "proof-", "");
        Proof.Result result;
        try (ProgressLine progress = progress("prove")) {
            Proof proof = new Proof(
                    new PointTrials(
                            Proof.WARM_UP, Proof.MEASURED, seed, Programs.serviceJvmFlags(), ValidityBounds.DEFAULT, folder,
                            commandLine(), PointTrials.Runner.with(workspace.programs())),
                    article.work(this), progress);
            announce("", Format.text(
                    "Proof: %s of a strategy with itself under %d names and with a twin whose upstream calls take 5 %% longer,"
                            + " in %d blocks of fresh JVMs", Format.count(comparisons, "comparison"), Proof.EQUALS, Proof.BLOCKS));
            announceTime(proof.estimate(comparisons), "");
            announce("Trials go to " + folder);
            result = proof.run(comparisons);
        }
        for (Ranking ranking : result.rankings()) {
            ranking.places().forEach(place ->
                    print(String.format("%-8s %-24s %s", place.strategy(), place.words(), Format.times(place.ratio()))));
            print("A strategy that is slower by " + Format.percent(ranking.detectableRatio() - 1)
                    + " would be found in nine of ten such runs.");
        }
        line("false alarms", "none of the equal ones called slower", result.withoutAlarm(), result.withoutAlarmNeeded());
        line("power", "the slower twin found", result.found(), result.foundNeeded());
        print(String.format("%-8s %-12s %s of the equal ones are the best or as good (at least 80 %% are needed)",
                        result.equivalent() >= Proof.EQUIVALENT_SHARE ? "good" : "bad", "equivalence", Format.percent(result.equivalent())),
                "Took " + result.took().toMinutes() + " min " + result.took().toSecondsPart() + " s. " + (result.passed()
                        ? "Verdicts of this machine can be trusted."
                        : "Verdicts of this machine cannot be trusted: make it quieter, or use another."));
        return result;
    }

    private void line(String kind, String what, int right, int needed) {
        print(String.format("%-8s %-12s %s in %d of %d (at least %d are needed)",
                right >= needed ? "good" : "bad", kind, what, right, comparisons, needed));
    }
}
