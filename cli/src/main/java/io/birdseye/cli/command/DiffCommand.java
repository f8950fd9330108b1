package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.report.diff.Diff;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code birdseye diff}: for a user's CI. */
@Command(
        name = "diff",
        description = "Compare two results: what got faster or slower beyond noise.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing got worse beyond noise",
            "1:diff itself failed, so nothing is known",
            "2:wrong options, or a file that cannot be read",
            "4:something got worse: a figure beyond noise, a strategy that no longer keeps up, or new errors",
            "5:nothing that could be compared got worse, but something could not: a strategy is missing, has no valid"
                    + " trial, or has a single block and there is no --threshold"
        })
public final class DiffCommand extends BirdseyeCommand {

    @Parameters(index = "0", paramLabel = "OLD", description = "A results.json, or the folder that holds it.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private Path before;

    @Parameters(index = "1", paramLabel = "NEW", description = "The one to judge.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private Path after;

    @Option(names = "--threshold", paramLabel = "SHARE",
            description = "Only changes beyond this count, such as 10%%; needed for results of a single block"
                    + " (default: any beyond noise and 1%%).")
    private Optional<Percentage> threshold = Optional.empty();

    /** Not 1, with which Java ends when it fails itself: a CI must tell a broken diff from a slower service. */
    private static final int WORSE = 4;

    private static final int CANNOT_TELL = 5;

    @Override
    public Integer call() {
        Diff diff = Diff.of(
                RefusedInput.table(before), RefusedInput.table(after),
                threshold.map(share -> OptionalDouble.of(share.value())).orElse(OptionalDouble.empty()));
        printText(diff.text());
        if (diff.regressed()) {
            return WORSE;
        }
        return diff.complete() ? 0 : CANNOT_TELL;
    }
}
