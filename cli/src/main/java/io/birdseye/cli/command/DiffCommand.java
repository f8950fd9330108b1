package io.birdseye.cli.command;

import io.birdseye.report.diff.Diff;
import io.birdseye.report.diff.DiffTable;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code birdseye diff}: for a user's CI. */
@Command(
        name = "diff",
        description = "Compare two results: what got faster or slower beyond noise.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing got worse beyond noise", "1:something did", "2:wrong options, or a file that cannot be read"
        })
public final class DiffCommand implements Callable<Integer> {

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

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() {
        Results old;
        Results now;
        try {
            old = read(before);
            now = read(after);
        } catch (IOException e) {
            spec.commandLine().getErr().println("birdseye: " + Failures.describe(e));
            return 2;
        }
        Diff diff = Diff.of(old, now, threshold.isPresent()
                ? OptionalDouble.of(threshold.get().value())
                : OptionalDouble.empty());
        PrintWriter out = spec.commandLine().getOut();
        out.print(DiffTable.render(diff));
        out.flush();
        return diff.regressed() ? 1 : 0;
    }

    private static Results read(Path path) throws IOException {
        return ResultsFile.read(Files.isDirectory(path) ? path.resolve(ResultsFile.NAME) : path);
    }
}
