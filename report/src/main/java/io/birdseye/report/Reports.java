package io.birdseye.report;

import io.birdseye.model.WholeFile;
import io.birdseye.report.page.CapacityPage;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.profile.RowFlames;
import io.birdseye.report.result.Circumstances;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.SetupUsed;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.RowFields;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes {@code results.json}, {@code report.md}, {@code report.csv} and {@code report.html} into a folder of results. */
public final class Reports {

    public static final String MARKDOWN = "report.md";

    public static final String CSV = "report.csv";

    public static final String PAGE = "report.html";

    private Reports() {}

    /**
     * Writes all files, the results first: whatever goes wrong later, what was measured is kept. May be called after
     * every trial.
     *
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable write(Results results, Path folder, Simplicity simplicity) throws IOException {
        ResultsFile.write(results, folder.resolve(ResultsFile.NAME));
        return draw(results, folder, simplicity);
    }

    /**
     * Draws results again that exist, with the flame graphs of profiled trials: writes all files but {@code
     * results.json}, so that nothing measured is changed.
     *
     * @param folder that holds the results; histograms are read from it
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable draw(Results results, Path folder, Simplicity simplicity) throws IOException {
        ComparisonTable comparison = ComparisonTable.of(results, folder, simplicity);
        WholeFile.write(folder.resolve(MARKDOWN), MarkdownReport.render(comparison));
        WholeFile.write(folder.resolve(CSV), RowFields.csv(comparison));
        new RowFlames(comparison).draw(folder);
        WholeFile.write(folder.resolve(PAGE), comparison.searched() ? CapacityPage.render(comparison) : ComparisonPage.render(comparison));
        return comparison;
    }

    /**
     * Joins results of the same settings into one, and writes all files of it.
     *
     * @param folder holds no results yet; histograms are copied into it
     * @throws FileAlreadyExistsException if the folder holds results
     * @throws IllegalArgumentException if the results were not measured alike, with every difference in a line of its
     *     own, or if two of them hold the same trial
     */
    public static ComparisonTable join(List<StoredResults> parts, Path folder, Simplicity simplicity) throws IOException {
        if (Files.exists(folder.resolve(ResultsFile.NAME))) {
            throw new FileAlreadyExistsException(folder + " holds results already: choose another folder");
        }
        return write(joined(parts, folder), folder, simplicity);
    }

    private static final Comparator<Floor> BY_LATENCY = Comparator.comparingDouble(floor -> floor.latencyMs(false));

    /**
     * Results of the same settings, machine and commit as one, with copies of their histograms and stacks. The blocks of each follow
     * those of the one before and stay blocks of their own: another day is another block, whose common part cancels out. The floor is
     * the lowest of all, since whatever disturbs a calibration makes it slower.
     */
    private static Results joined(List<StoredResults> parts, Path folder) throws IOException {
        StoredResults first = parts.getFirst();
        parts.stream().skip(1).forEach(part -> requireAlike(first, part));
        requireDistinct(parts);
        Files.createDirectories(folder.resolve("histograms"));
        List<Trial> trials = new ArrayList<>();
        int blocks = 0;
        for (StoredResults part : parts) {
            for (Trial trial : part.results().trials()) {
                String copy = "histograms/" + (trials.size() + 1) + ".hlog";
                String stacks = "histograms/" + (trials.size() + 1) + ".collapsed";
                Measured measured = trial.measured();
                if (measured != null && !measured.course().histogram().isBlank()) {
                    copy(part.folder(), measured.course().histogram(), folder.resolve(copy));
                }
                if (trial.stacks().isPresent()) {
                    copy(part.folder(), trial.stacks().get(), folder.resolve(stacks));
                }
                trials.add(trial.movedTo(blocks + trial.block(), copy, stacks));
            }
            blocks += part.results().blocks();
        }
        return new Results(
                Results.SCHEMA_VERSION,
                parts.stream().map(part -> part.results().createdAt()).max(Comparator.naturalOrder()).orElseThrow(),
                first.results().environment(),
                first.results().settings().with(parts.stream()
                        .map(part -> part.results().settings().run().command())
                        .collect(Collectors.joining(" && "))),
                parts.stream().map(part -> part.results().floor()).min(BY_LATENCY).orElseThrow(), trials, null, setups(parts));
    }

    /** Each combination of axis values once, with its lowest floor. */
    private static List<SetupUsed> setups(List<StoredResults> parts) {
        return List.copyOf(parts.stream()
                .flatMap(part -> part.results().setups().stream())
                .collect(Collectors.toMap(
                        SetupUsed::axes, Function.identity(),
                        BinaryOperator.minBy(Comparator.comparing(SetupUsed::floor, BY_LATENCY)), LinkedHashMap::new))
                .values());
    }

    /** One that is missing, or lies elsewhere, stays missing, and the report says so. */
    private static void copy(Path folder, String file, Path to) throws IOException {
        Optional<Path> from = ResultsFile.inside(folder, file).filter(Files::exists);
        if (from.isPresent()) {
            Files.copy(from.get(), to);
        }
    }

    private static void requireAlike(StoredResults first, StoredResults other) {
        List<String> differences = new ArrayList<>(Circumstances.differences(first.results(), other.results()));
        String commit = first.results().environment().commit();
        String otherCommit = other.results().environment().commit();
        if (!commit.equals(otherCommit)) {
            differences.add("The commit differs: " + commit + ", then " + otherCommit + ".");
        }
        if (!first.results().settings().validity().equals(other.results().settings().validity())) {
            differences.add("The bounds of validity differ.");
        }
        if (first.results().settings().marginOrDefault() != other.results().settings().marginOrDefault()) {
            differences.add("The margin of what is as good differs: --margin chooses one for all.");
        }
        if (!differences.isEmpty()) {
            throw new IllegalArgumentException(other.file() + " cannot be joined with " + first.file()
                    + ", since they were not measured alike:\n  " + String.join("\n  ", differences));
        }
    }

    /** The same trial twice would look like a second block that agrees perfectly. Paths may differ between copies. */
    private static void requireDistinct(List<StoredResults> parts) {
        Map<Object, StoredResults> seen = new HashMap<>();
        for (StoredResults part : parts) {
            for (Trial trial : part.results().trials()) {
                Measured measured = trial.measured();
                StoredResults other = measured == null ? null : seen.putIfAbsent(
                        List.of(trial.row(), measured.response(), measured.resources()), part);
                if (other != null) {
                    throw new IllegalArgumentException(part.file() + " and " + other.file() + " hold the same trial of "
                            + trial.row().label() + ", which would count twice");
                }
            }
        }
    }
}
