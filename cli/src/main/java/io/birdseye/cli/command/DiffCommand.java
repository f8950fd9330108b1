package io.birdseye.cli.command;

import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.model.Exit;
import io.birdseye.report.StoredResults;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.table.ComparisonTable;
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
        exitCodeList = {
            "0:nothing got worse: every interval lies within the threshold, or shows a gain",
            "1:something got worse: a figure beyond noise, a strategy that no longer keeps up, or new errors",
            "3:nothing is shown to be worse, but something cannot be told: an interval is wider than the threshold, or a"
                    + " strategy is missing, has no valid trial, or has a single block and there is no --threshold"
        })
public final class DiffCommand extends JsonCommand {

    @Parameters(index = "0", paramLabel = "OLD", description = "A results.json, or the folder that holds it.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private Path before;

    @Parameters(index = "1", paramLabel = "NEW", description = "The one to judge.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private Path after;

    @Option(names = "--threshold", paramLabel = "SHARE",
            description = "A change counts if its whole interval lies beyond this, such as 10%%, and is none if it lies within;"
                    + " needed for results of a single block (default: beyond 1%% counts, within 5%% is none).")
    private Optional<Percentage> threshold = Optional.empty();

    @Option(names = "--paired",
            description = "The blocks of both results were measured in turn: compare the first with the first, and so on."
                    + " Without it, intervals allow for 2%% between runs, since one run for each side cannot tell a build from"
                    + " a run.")
    private boolean paired;

    @Override
    protected Exit run() {
        ComparisonTable old = RefusedInput.unless(() -> StoredResults.read(before).table());
        ComparisonTable judged = RefusedInput.unless(() -> StoredResults.read(after).table());
        Diff diff = check(() -> Diff.of(
                old, judged, new Diff.Rule(
                        paired, threshold.map(share -> OptionalDouble.of(share.value())).orElse(OptionalDouble.empty()))));
        printText(diff.text());
        printJson(() -> diff.json());
        if (diff.regressed()) {
            return Exit.CONDITION_FAILED;
        }
        return diff.complete() ? Exit.FINE : Exit.CANNOT_TELL;
    }
}
