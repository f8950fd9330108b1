package io.birdseye.cli.command;

import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.options.VerdictOptions;
import io.birdseye.model.Exit;
import io.birdseye.report.Reports;
import io.birdseye.report.StoredResults;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Simplicity;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = "Draw table, page, Markdown and CSV again from results that exist.",
        footer = {
            "%nOne result is drawn again in its own folder; its results.json stays as it is. Several results of the same"
                    + " settings, machine and commit become one in a new folder: the blocks of each follow"
                    + " those of the one before."
        },
        exitCodeList = {
            "0:the reports were written",
            "1:a condition of --fail-on is true",
            "2:wrong options, a file that cannot be read, or results that were not measured alike",
            "3:a condition of --fail-on cannot be told, for too few or invalid blocks"
        })
public final class ReportCommand extends MeasuringCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE|FOLDER",
            description = "A results.json, or the folder that holds it.")
    private List<Path> paths = List.of();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where the reports go, with a copy of the results (default: for one result its own folder, for"
                    + " several a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final VerdictOptions verdict = new VerdictOptions();

    @Override
    protected Exit run() throws IOException {
        Optional<Double> within = verdict.margin(this);
        List<StoredResults> parts = paths.stream()
                .map(path -> RefusedInput.unless(() -> StoredResults.read(path)))
                .map(part -> within.map(part::judgedWithin).orElse(part))
                .toList();
        List<RowKey> rows = parts.stream()
                .flatMap(part -> part.results().trials().stream())
                .map(Trial::row)
                .distinct()
                .sorted(Comparator.comparing(RowKey::label))
                .toList();
        Conditions conditions = verdict.conditions(this, rows, parts.getFirst().results().settings().searched());
        boolean inPlace = parts.size() == 1 && out.isEmpty();
        Path folder = inPlace
                ? parts.getFirst().folder()
                : workspace.newResults(out, "report-", "");
        return show(draw(parts, inPlace, folder), folder, verdict, conditions, () -> Exit.FINE);
    }

    private static Simplicity simplicity() {
        return CatalogMenu.simplicity(Strategies.load());
    }

    private static ComparisonTable draw(List<StoredResults> parts, boolean inPlace, Path folder) throws IOException {
        try {
            return inPlace ? Reports.draw(parts.getFirst().results(), folder, simplicity()) : Reports.join(parts, folder, simplicity());
        } catch (IllegalArgumentException | FileAlreadyExistsException e) {
            throw new RefusedInput(e);
        }
    }
}
