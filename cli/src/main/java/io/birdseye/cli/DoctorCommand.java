package io.birdseye.cli;

import io.birdseye.cli.doctor.Doctor;
import io.birdseye.cli.doctor.Finding;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code birdseye doctor}. */
@Command(
        name = "doctor",
        description = "Check whether this machine can give a trustworthy result, and say what to do if not.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:a result from this machine means something", "1:it would mislead"})
final class DoctorCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> findings = new Doctor().examine();
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
}
