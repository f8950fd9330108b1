package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
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
            "0:nothing got worse beyond noise", "1:something did", "2:wrong options, or a file that cannot be read"
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

    @Override
    public Integer call() {
        Diff diff = Diff.of(
                read(before), read(after),
                threshold.map(share -> OptionalDouble.of(share.value())).orElse(OptionalDouble.empty()));
        printText(diff.text());
        return diff.regressed() ? 1 : 0;
    }

    private static Results read(Path path) {
        try {
            return ResultsFile.read(Files.isDirectory(path) ? path.resolve(ResultsFile.NAME) : path);
        } catch (IOException e) {
            throw new RefusedInput(e);
        }
    }
}
