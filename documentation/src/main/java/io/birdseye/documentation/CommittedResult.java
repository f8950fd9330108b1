package io.birdseye.documentation;

import io.birdseye.cli.command.CatalogMenu;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder {@code docs/results/<version>-<machine>/<step>}, as {@code docs/results/measure} leaves it. */
final class CommittedResult {

    private static final String STEP = "step.json";

    private final Path folder;
    private final Step step;

    /** Made once, since a ranking takes a second. */
    private @Nullable ComparisonTable table;

    private CommittedResult(Path folder, Step step) {
        this.folder = folder;
        this.step = step;
    }

    /**
     * What was run.
     *
     * @param version a tag, or the commit where there is none
     * @param createdAt an ISO 8601 instant, of its end
     * @param outcome what its exit code says
     */
    record Step(String step, String version, String commit, String command, String createdAt, String outcome, Machine machine) {}

    /** All of a folder like {@code docs/results}, the newest first. */
    static List<CommittedResult> all(Path results) throws IOException {
        List<CommittedResult> all = new ArrayList<>();
        try (Stream<Path> files = Files.find(results, 3, (file, _) -> file.endsWith(STEP))) {
            for (Path file : files.sorted().toList()) {
                all.add(new CommittedResult(file.resolveSibling(""), ResultsFile.JSON.readValue(Files.readString(file), Step.class)));
            }
        }
        all.sort(Comparator.comparing((CommittedResult each) -> each.step().createdAt()).reversed());
        return all;
    }

    Step step() {
        return step;
    }

    /** {@code <version>-<machine>/<step>}. */
    String name() {
        return folder.getName(folder.getNameCount() - 2) + "/" + folder.getFileName();
    }

    /** Processor and cores. */
    String machine() {
        return step.machine().cpuModel() + ", " + step.machine().cores() + " cores";
    }

    /** The tag with its commit, or the commit alone. */
    String version() {
        return step.version().equals(step.commit())
                ? "commit `" + step.commit() + "`"
                : "version `" + step.version() + "` (commit `" + step.commit() + "`)";
    }

    /** Date, version, commit, machine and command, how it ended if not well, and where the rest is. */
    String measured() {
        return "Measured on %s at %s on %d cores (%s), JDK %s, by `%s`%s. %s.".formatted(
                step.createdAt().substring(0, 10), version(), step.machine().cores(), step.machine().cpuModel(), step.machine().jdk(), step.command(),
                step.outcome().equals("all went well") ? "" : ": " + step.outcome(),
                files().contains(ResultsFile.NAME) ? link("All figures", ResultsFile.NAME)
                        : String.join(", ", files().stream().map(file -> link(file, file)).toList()));
    }

    /** A link that {@link Pages} completes. */
    String link(String words, String file) {
        return "[" + words + "](" + Pages.RESULTS + name() + "/" + file + ")";
    }

    /** What stands beside {@code step.json}. */
    List<String> files() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).filter(file -> !file.equals(STEP)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String file) {
        try {
            return Files.readString(folder.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ComparisonTable table() {
        if (table == null) {
            table = ComparisonTable.of(results(), folder, CatalogMenu.simplicity(Strategies.load()));
        }
        return table;
    }

    Results results() {
        try {
            return ResultsFile.read(folder.resolve(ResultsFile.NAME));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
