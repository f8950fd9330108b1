package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.report.Reports;
import io.birdseye.report.StoredResults;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code birdseye report}. */
@Command(
        name = "report",
        description = "Draw table, page, Markdown and CSV again from results that exist, those of older versions too.",
        footer = {
            "%nOne result is drawn again in its own folder; its results.json stays as it is. Several results of the same"
                    + " settings, machine and commit become one in a new folder: the blocks of each follow"
                    + " those of the one before."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the reports were written",
            "1:a report could not be written",
            "2:wrong options, a file that cannot be read, or results that were not measured alike"
        })
public final class ReportCommand extends BirdseyeCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE|FOLDER",
            description = "A results.json, or the folder that holds it.")
    private List<Path> paths = List.of();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where the reports go, with a copy of the results (default: for one result its own folder, for"
                    + " several a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--json", description = "Print the rows as JSON instead of the table.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<StoredResults> parts = paths.stream().map(RefusedInput::results).toList();
        boolean inPlace = parts.size() == 1 && out.isEmpty();
        Path folder = inPlace
                ? parts.getFirst().folder()
                : workspace.newResults(out, "report-", "");
        ComparisonTable comparison = draw(parts, inPlace, folder);
        if (json) {
            printText(Verdicts.of(comparison).toJson());
        } else {
            print(Terminal.table(comparison), "Page: " + folder.resolve(Reports.PAGE).toUri());
        }
        return 0;
    }

    private static ComparisonTable draw(List<StoredResults> parts, boolean inPlace, Path folder) throws IOException {
        try {
            return inPlace ? Reports.draw(parts.getFirst().results(), folder) : Reports.join(parts, folder);
        } catch (IllegalArgumentException e) {
            throw new RefusedInput(e);
        }
    }
}
