package io.birdseye.benchmarks;

import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Machine;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All outcomes of a folder, of one run or of several: {@code bench.json}, and tables in Markdown. */
record BenchReport(Machine machine, List<Outcome> outcomes) {

    /**
     * The outcome of one bench.
     *
     * @param measuredAt when it began, in UTC
     * @param loadBefore load average of one minute at that time; above half of the cores, other programs were at work
     * @param stolenShare of all cores' time that a hypervisor gave to other machines; null where it is unknown
     * @param othersShare of all cores' time that other programs of this machine took; null where it is unknown
     * @param failure why it measured nothing, or empty
     */
    record Outcome(
            String bench,
            String what,
            String measuredAt,
            double loadBefore,
            @Nullable Double stolenShare,
            @Nullable Double othersShare,
            Effort effort,
            double seconds,
            List<Figure> figures,
            String failure) {

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
    }

    private static final String NAME = "bench.json";

    private static final JsonMapper JSON =
            JsonFile.mapper().enable(SerializationFeature.INDENT_OUTPUT).build();

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
        List<String> order = Stream.of(Bench.values()).map(Bench::label).toList();
        List<Outcome> all = new ArrayList<>(outcomes);
        all.removeIf(earlier -> earlier.bench().equals(outcome.bench()));
        all.add(outcome);
        all.sort(Comparator.comparingInt(one -> order.indexOf(one.bench())));
        return new BenchReport(machine, all);
    }

    /** Whether a bench need not be measured again with this effort. */
    boolean has(Bench bench, Effort effort) {
        return outcomes.stream().anyMatch(outcome ->
                outcome.bench().equals(bench.label()) && outcome.effort() == effort && outcome.failure().isEmpty());
    }

    void write(Path folder) throws IOException {
        WholeFile.write(folder.resolve(NAME), JSON.writeValueAsString(this) + "\n");
        WholeFile.write(folder.resolve("bench.md"), markdown());
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("Measured on ").append(machine.line()).append(".\n");
        for (Outcome outcome : outcomes) {
            text.append("\n### `").append(outcome.bench()).append("`\n\n").append(outcome.what()).append(".\n\n");
            text.append(Format.text(
                    "Measured %s for %.0f s, load before %s%s%s.%n%n",
                    outcome.measuredAt(), outcome.seconds(), Figure.number(outcome.loadBefore()), lost(outcome),
                    outcome.effort().pick("; with `--effort quick`, so a direction and not a result", "", "; with `--effort thorough`")));
            if (!outcome.failure().isEmpty()) {
                text.append("Failed: ").append(cell(outcome.failure())).append(".\n");
                continue;
            }
            text.append("| figure | target | measured | | note |\n|---|---|---|---|---|\n");
            for (Figure figure : outcome.figures()) {
                text.append(Format.text("| %s | %s | %s | %s | %s |%n",
                        cell(figure.name()), figure.target().text(figure.unit()), figure.measuredText(),
                        figure.verdict(), cell(figure.note())));
            }
        }
        return text.toString();
    }

    /** Empty where a bench has only used what another one had measured. */
    private static String lost(Outcome outcome) {
        return outcome.seconds() < 1
                ? ""
                : lost(outcome.stolenShare(), "stolen by other machines")
                        + lost(outcome.othersShare(), "taken by other programs");
    }

    private static String lost(@Nullable Double share, String to) {
        return share == null ? "" : ", " + Format.percent(share) + " of the cores' time " + to;
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }
}
