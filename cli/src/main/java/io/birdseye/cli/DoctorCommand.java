package io.birdseye.cli;

import io.birdseye.cli.doctor.Doctor;
import io.birdseye.cli.doctor.Finding;
import io.birdseye.cli.doctor.Proof;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.TrialFailure;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code birdseye doctor}. */
@Command(
        name = "doctor",
        description = "Check whether this machine can give a trustworthy result, and say what to do if not.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:a result from this machine means something", "1:it would mislead, or the proof failed", "2:wrong options"
        })
final class DoctorCommand implements Callable<Integer> {

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

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws TrialFailure, InterruptedException {
        if (comparisons < 1 || comparisons > MOST_COMPARISONS) {
            throw new ParameterException(spec.commandLine(),
                    "--comparisons must lie between 1 and " + MOST_COMPARISONS + ", but is " + comparisons);
        }
        PrintWriter out = spec.commandLine().getOut();
        int exit = examine(out);
        return prove ? Math.max(exit, prove(out)) : exit;
    }

    private static int examine(PrintWriter out) {
        List<Finding> findings = new Doctor(Programs.SERVICE_JVM_FLAGS).examine();
        for (Finding finding : findings) {
            out.printf("%-8s %-12s %s%n", finding.grade().name().toLowerCase(Locale.ROOT), finding.subject(), finding.detail());
            if (!finding.advice().isEmpty()) {
                out.printf("%-21s -> %s%n", "", finding.advice());
            }
        }
        out.println();
        out.println(Doctor.conclusion(findings));
        out.flush();
        return findings.stream().anyMatch(finding -> finding.grade() == Finding.Grade.BAD) ? 1 : 0;
    }

    private int prove(PrintWriter out) throws TrialFailure, InterruptedException {
        out.printf("%nProof: %d comparisons of a service with itself, and %d with a twin slowed by 5 %%; about"
                        + " %d min%n", comparisons, comparisons, Math.max(1, Proof.estimate(comparisons).toMinutes()));
        out.flush();
        Proof.Outcome outcome;
        try (ProgressLine progress = new ProgressLine("prove")) {
            outcome = new Proof(Home.find().java(), progress).run(comparisons, seed);
        }
        line(out, outcome.alike() >= outcome.alikeNeeded(), "A/A", "no difference found", outcome.alike(),
                outcome.alikeNeeded());
        line(out, outcome.found() >= outcome.foundNeeded(), "A/B", "the slower twin found", outcome.found(),
                outcome.foundNeeded());
        out.printf(Locale.ROOT, "Measured ratios of the twin: %.3f to %.3f; single blocks of equals differ by %.1f %%"
                        + " (standard deviation). Took %d min %d s.%n",
                Collections.min(outcome.ratios()), Collections.max(outcome.ratios()), outcome.noise() * 100,
                outcome.took().toMinutes(), outcome.took().toSecondsPart());
        out.println(outcome.passed()
                ? "Verdicts of this machine can be trusted."
                : "Verdicts of this machine cannot be trusted: make it quieter, or use another.");
        out.flush();
        return outcome.passed() ? 0 : 1;
    }

    private void line(PrintWriter out, boolean good, String kind, String what, int right, int needed) {
        out.printf("%-8s %-12s %s in %d of %d (at least %d are needed)%n",
                good ? "good" : "bad", kind, what, right, comparisons, needed);
    }
}
