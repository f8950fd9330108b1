package io.birdseye.cli.command;

import io.birdseye.cli.doctor.Doctor;
import io.birdseye.cli.doctor.Finding;
import io.birdseye.cli.doctor.Proof;
import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Format;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code birdseye doctor}. */
@Command(
        name = "doctor",
        description = "Check whether this machine can give a trustworthy result, and say what to do if not.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:a result from this machine means something", "1:it would mislead, or the proof failed", "2:wrong options"
        })
public final class DoctorCommand extends BirdseyeCommand {

    private static final int MOST_COMPARISONS = 1_000;

    @Option(names = "--prove",
            description = "Compare a service with itself and with a twin that is slower by 5 %%, each many times, and"
                    + " count how often the verdict was right. Takes about ten minutes.")
    private boolean prove;

    @Option(names = "--comparisons", paramLabel = "N", defaultValue = "" + Proof.COMPARISONS,
            description = "With --prove: how many of each kind (default: ${DEFAULT-VALUE}).")
    private int comparisons;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "With --prove: of the order of trials and of the service's delays (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws Exception {
        if (comparisons < 1 || comparisons > MOST_COMPARISONS) {
            throw wrong(
                    "--comparisons must lie between 1 and " + MOST_COMPARISONS + ", but is " + comparisons);
        }
        int exit = examine();
        return prove ? Math.max(exit, prove()) : exit;
    }

    private int examine() {
        List<Finding> findings = new Doctor(Programs.SERVICE_JVM_FLAGS).examine();
        for (Finding finding : findings) {
            print(String.format("%-8s %-12s %s",
                    finding.grade().name().toLowerCase(Locale.ROOT), finding.subject(), finding.detail()));
            if (!finding.advice().isEmpty()) {
                print(String.format("%-21s -> %s", "", finding.advice()));
            }
        }
        print("", Finding.conclusion(findings));
        return findings.stream().anyMatch(finding -> finding.grade() == Finding.Grade.BAD) ? 1 : 0;
    }

    private int prove() throws Exception {
        print("", Format.text(
                "Proof: %d comparisons of a service with itself, and %d with a twin slowed by 5 %%; about %d min",
                comparisons, comparisons, Math.max(1, Proof.estimate(comparisons).toMinutes())));
        Proof.Result result;
        try (ProgressLine progress = new ProgressLine("prove")) {
            result = new Proof(workspace.java(), progress).run(comparisons, seed);
        }
        line("A/A", "no difference found", result.alike(), result.alikeNeeded());
        line("A/B", "the slower twin found", result.found(), result.foundNeeded());
        print(
                Format.text(
                        "Measured ratios of the twin: %.3f to %.3f; single blocks of equals differ by %.1f %% (standard"
                                + " deviation). Took %d min %d s.",
                        Collections.min(result.ratios()), Collections.max(result.ratios()), result.noise() * 100,
                        result.took().toMinutes(), result.took().toSecondsPart()),
                result.passed()
                        ? "Verdicts of this machine can be trusted."
                        : "Verdicts of this machine cannot be trusted: make it quieter, or use another.");
        return result.passed() ? 0 : 1;
    }

    private void line(String kind, String what, int right, int needed) {
        print(String.format("%-8s %-12s %s in %d of %d (at least %d are needed)",
                right >= needed ? "good" : "bad", kind, what, right, comparisons, needed));
    }
}
