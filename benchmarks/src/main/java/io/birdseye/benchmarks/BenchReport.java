package io.birdseye.benchmarks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Machine;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import io.birdseye.report.page.Templates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All outcomes of a folder, of one run or of several: {@code bench.json}, and tables in Markdown. */
record BenchReport(Machine machine, List<Outcome> outcomes) {

    /**
     * What else the machine did: the load average of one minute before, and the shares of all cores' time that a
     * hypervisor and other programs took; null where they are unknown.
     */
    record Noise(double loadBefore, @Nullable Double stolenShare, @Nullable Double othersShare) {

        private String text() {
            return lost(stolenShare, "stolen by other machines") + lost(othersShare, "taken by other programs");
        }

        private static String lost(@Nullable Double share, String to) {
            return share == null ? "" : ", " + Format.percent(share) + " of the cores' time " + to;
        }
    }

    /** The outcome of one bench: when it began, in UTC, and why it measured nothing, or empty. */
    record Outcome(
            String bench, String what, String measuredAt, @JsonUnwrapped Noise noise, Effort effort, double seconds,
            List<Figure> figures, String failure) {

        Outcome {
            figures = List.copyOf(figures);
        }

        /** A promise that is missed decides before one that could not be measured. */
        Exit exit() {
            Exit measured = failure.isEmpty() ? Exit.FINE : Exit.CANNOT_TELL;
            return figures.stream()
                    .filter(figure -> !figure.met())
                    .map(figure -> Double.isNaN(figure.measured()) ? Exit.CANNOT_TELL : Exit.CONDITION_FAILED)
                    .reduce(measured, Exit::and);
        }

        /** When and how it was measured, in one sentence. */
        String circumstances() {
            return Format.text("Measured %s for %.0f s, load before %s%s%s.",
                    measuredAt, seconds, Figure.number(noise.loadBefore),
                    // A bench that has only used what another one had measured tells nothing of the machine.
                    seconds < 1 ? "" : noise.text(),
                    effort.pick("; with `--effort quick`, so a direction and not a result", "", "; with `--effort thorough`"));
        }
    }

    private static final String NAME = "bench.json";

    private static final JsonMapper JSON = JsonFile.mapper().enable(SerializationFeature.INDENT_OUTPUT).build();

    BenchReport {
        outcomes = List.copyOf(outcomes);
    }

    /** The outcomes of earlier runs on this machine that a folder has. */
    static BenchReport in(Path folder, Machine here) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return new BenchReport(here, List.of());
        }
        BenchReport found = JsonFile.read(file, json -> JSON.readValue(json, BenchReport.class));
        return found.machine().equals(here) ? found : new BenchReport(here, List.of());
    }

    /** With one more outcome, in place of an earlier one of the same bench; in the order of all benches. */
    BenchReport with(Outcome outcome) {
        List<Outcome> all = new ArrayList<>(outcomes);
        all.removeIf(earlier -> earlier.bench().equals(outcome.bench()));
        all.add(outcome);
        all.sort(Comparator.comparingInt(one -> Bench.LABELS.indexOf(one.bench())));
        return new BenchReport(machine, all);
    }

    boolean has(Bench bench, Effort effort) {
        return outcomes.stream().anyMatch(outcome ->
                outcome.bench().equals(bench.label()) && outcome.effort() == effort && outcome.failure().isEmpty());
    }

    void write(Path folder) throws IOException {
        WholeFile.write(folder.resolve(NAME), JSON.writeValueAsString(this) + "\n");
        WholeFile.write(folder.resolve("bench.md"), markdown());
    }

    String markdown() {
        return Templates.plain(BenchReport.class, "markdown.jte", this);
    }

    static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
