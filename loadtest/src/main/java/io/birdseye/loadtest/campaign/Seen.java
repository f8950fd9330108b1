package io.birdseye.loadtest.campaign;

import io.birdseye.model.Exit;
import io.birdseye.report.Reports;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What can be seen of a comparison when its process has ended.
 *
 * @param lastWords why it ended, as it says itself
 * @param results null if it wrote none
 * @param damaged files that are not whole, in words
 * @param missing reports that are not there
 * @param partial files that were being written
 */
record Seen(
        int exitCode,
        String lastWords,
        @Nullable Results results,
        List<String> damaged,
        List<String> missing,
        List<String> partial) {

    private static final String OWN_WORDS = "birdseye: ";
    private static final int LAST_LINES = 3;

    Seen {
        damaged = List.copyOf(damaged);
        missing = List.copyOf(missing);
        partial = List.copyOf(partial);
    }

    /** Whether every trial was measured, also where some of them are invalid. */
    boolean measured() {
        return exitCode == Exit.FINE.code() || exitCode == Exit.CANNOT_TELL.code();
    }

    /**
     * Reads what there is.
     *
     * @param log the output of the command
     * @param out the folder of its results, which may be missing
     */
    static Seen of(int exitCode, Path log, Path out) throws IOException {
        List<String> damaged = new ArrayList<>();
        Path file = out.resolve(ResultsFile.NAME);
        Results results = null;
        if (Files.exists(file)) {
            try {
                results = ResultsFile.read(file);
            } catch (IOException e) {
                damaged.add(String.valueOf(e.getMessage()));
            }
        }
        for (Path trial : files(out.resolve("trials"), ".json")) {
            try {
                var _ = ResultsFile.JSON.readTree(Files.readString(trial));
            } catch (JacksonException e) {
                damaged.add(trial.getFileName() + " is not whole: " + e.getOriginalMessage());
            }
        }
        List<String> missing = Stream.of(Reports.MARKDOWN, Reports.CSV, Reports.PAGE)
                .filter(name -> out.resolve(name).toFile().length() == 0)
                .toList();
        List<String> partial = Stream.of(out, out.resolve("trials"))
                .flatMap(folder -> files(folder, ".part").stream())
                .map(path -> path.getFileName().toString())
                .toList();
        return new Seen(exitCode, lastWords(log), results, damaged, missing, partial);
    }

    private static List<Path> files(Path folder, String suffix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
        } catch (IOException e) {
            // The comparison ended before it made the folder.
            return List.of();
        }
    }

    /** The command's own line about a failure; or else the last lines of its output but stack frames. */
    private static String lastWords(Path log) throws IOException {
        String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        List<String> lines = text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("NOTE: Picked up"))
                .map(String::strip)
                .toList();
        return lines.reversed().stream()
                .filter(line -> line.startsWith(OWN_WORDS))
                .findFirst()
                .map(line -> line.substring(OWN_WORDS.length()))
                .orElseGet(() -> lines.stream()
                        .skip(Math.max(0, lines.size() - LAST_LINES))
                        .collect(Collectors.joining(" | ")));
    }
}
