package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.result.Settings.AxisUsed.ValueUsed;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.AxisEffects;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Standing.Grade;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code docs/explanation/later-jdks.md} shows of the newest result of collectors, layouts and JDKs. */
final class PublishedAxes {

    private static final String JDK = "java";
    private static final String COLLECTOR = "jvm";
    private static final String LAYOUT = "layout";

    /** Rows of all strategies and all JDKs. */
    private record Combination(String layout, String collector, List<Row> rows) {

        String words() {
            return collector + " with " + layout + " lists";
        }

        double medianMs() {
            return geometric(rows, Row::medianMs);
        }
    }

    private final String name;
    private final ComparisonTable table;

    private PublishedAxes(String name, ComparisonTable table) {
        this.name = name;
        this.table = table;
    }

    /** @param results the folder {@code docs/results} */
    static PublishedAxes read(Path results) throws IOException {
        Placed placed = PublishedFigures.newest(results, "axes");
        return new PublishedAxes(placed.name(), PublishedFigures.table(placed.folder()));
    }

    /** What was varied, the figures of each combination, what they say, and of which run they are. */
    String text() {
        return String.join("\n\n", varied(), cells(), says(), source());
    }

    private String varied() {
        Results results = table.results();
        List<String> strategies = table.rows().stream().map(row -> "`" + row.key().strategy() + "`").distinct().sorted().toList();
        List<String> jdks = results.setups().stream().map(setup -> setup.jdk().replaceFirst("\\+.*", "")).distinct().toList();
        return ("%s on JDK %s, each with the collectors %s and with %s lists: %d rows in %s, %s requests/s, windows of %s s after %s s"
                + " of warm-up.%s\n\nEach cell has geometric means over these strategies: of the medians in ms (lowest to highest), of the CPU"
                + " time per answer in ms, and of the service's peak memory in MB.").formatted(
                Format.list(strategies), Format.list(jdks), Format.list(values(COLLECTOR)), Format.list(values(LAYOUT)),
                table.rows().size(), Format.count(table.blocks(), "block"), Format.setting(results.settings().load().ratePerSecond()),
                Format.setting(results.settings().durationSeconds()), Format.setting(results.settings().warmUpSeconds()),
                table.blocks() == 1 ? " One block ranks nothing; it shows which axis matters." : "");
    }

    private String cells() {
        List<String> jdks = values(JDK);
        return "| lists | collector | " + String.join(" | ", jdks) + " |\n|---|---|" + "---|".repeat(jdks.size())
                + combinations().stream()
                        .map(each -> "\n| %s | %s |%s".formatted(each.layout(), each.collector(), jdks.stream()
                                .map(jdk -> " " + cell(each.rows().stream().filter(row -> value(row, JDK).equals(jdk)).toList()) + " |")
                                .collect(Collectors.joining())))
                        .collect(Collectors.joining());
    }

    private static String cell(List<Row> rows) {
        List<Double> medians = figures(rows, Row::medianMs);
        long behind = rows.stream().filter(row -> row.standing().grade() == Grade.FELL_BEHIND).count();
        return medians.isEmpty() ? Format.NONE : "%s (%s), %s, %s".formatted(
                Format.number(geometric(rows, Row::medianMs)),
                medians.stream().min(Comparator.naturalOrder()).map(Format::number).orElseThrow() + " to "
                        + medians.stream().max(Comparator.naturalOrder()).map(Format::number).orElseThrow(),
                Format.fixed(geometric(rows, PublishedAxes::cpuMs), 0),
                Format.fixed(geometric(rows, row -> row.figure(figures -> figures.resources().peakRssMegabytes())), 0))
                + (behind == 0 ? "" : "; %d of %d fell behind".formatted(behind, rows.size()));
    }

    private String says() {
        List<String> sentences = new ArrayList<>(AxisEffects.of(table).map(AxisEffects::sentences).orElse(List.of()));
        Combination slowest = combinations().stream()
                .filter(each -> !Double.isNaN(each.medianMs()))
                .max(Comparator.comparingDouble(Combination::medianMs))
                .orElseThrow();
        List<Row> others = table.rows().stream()
                .filter(row -> value(row, LAYOUT).equals(slowest.layout()) && !value(row, COLLECTOR).equals(slowest.collector()))
                .toList();
        sentences.add("The slowest is %s: it takes %s the time and %s the CPU of the other collectors with these lists.".formatted(
                slowest.words(), Format.times(slowest.medianMs() / geometric(others, Row::medianMs)),
                Format.times(geometric(slowest.rows(), PublishedAxes::cpuMs) / geometric(others, PublishedAxes::cpuMs))));
        where("are near the limit of what they can carry, so their medians spread", Row::nearLimit).ifPresent(sentences::add);
        where("had no steady state in one block or more, so their medians are those of several levels", Row::notSteady)
                .ifPresent(sentences::add);
        return sentences.stream().map(sentence -> "- " + sentence).collect(Collectors.joining("\n"));
    }

    /** How many rows have a note, and which combinations these are of; empty if none has. */
    private Optional<String> where(String what, Function<Row, Optional<String>> note) {
        Predicate<Row> noted = row -> note.apply(row).isPresent();
        long count = table.rows().stream().filter(noted).count();
        return count == 0 ? Optional.empty() : Optional.of("%d of %d rows %s: %s.".formatted(
                count, table.rows().size(), what, Format.list(combinations().stream()
                        .filter(each -> each.rows().stream().anyMatch(noted))
                        .map(Combination::words)
                        .toList())));
    }

    private String source() {
        return "%s. Do not compare these times with those of other machines. [All rows](../results/%s/report.md).".formatted(
                PublishedFigures.measured(table.results()), name);
    }

    private List<Combination> combinations() {
        return values(LAYOUT).stream()
                .flatMap(layout -> values(COLLECTOR).stream().map(collector -> new Combination(layout, collector, table.rows().stream()
                        .filter(row -> value(row, LAYOUT).equals(layout) && value(row, COLLECTOR).equals(collector))
                        .toList())))
                .toList();
    }

    private List<String> values(String axis) {
        return table.results().settings().axes().stream()
                .filter(used -> used.name().equals(axis))
                .map(AxisUsed::values)
                .flatMap(List::stream)
                .map(ValueUsed::label)
                .toList();
    }

    private static String value(Row row, String axis) {
        return row.key().axes().getOrDefault(axis, "");
    }

    private static @Nullable Double cpuMs(Row row) {
        return row.figure(Measured::cpuMsPerAnswer);
    }

    private static List<Double> figures(List<Row> rows, Function<Row, @Nullable Double> figure) {
        return rows.stream().flatMap(row -> Stream.ofNullable(figure.apply(row))).toList();
    }

    private static double geometric(List<Row> rows, Function<Row, @Nullable Double> figure) {
        return Math.exp(figures(rows, figure).stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }
}
