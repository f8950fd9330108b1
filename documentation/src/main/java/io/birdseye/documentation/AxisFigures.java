package io.birdseye.documentation;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.AxisEffects;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code docs/explanation/later-jdks.md} shows of the result of collectors, layouts and JDKs. */
record AxisFigures(CommittedResult result, ComparisonTable table) {

    private static final String JDK = "java";
    private static final String COLLECTOR = "jvm";
    private static final String LAYOUT = "layout";

    /** Rows of all strategies and all JDKs. */
    private record Combination(String layout, String collector, List<Row> rows) {

        String words() {
            return collector + " with " + layout + " lists";
        }
    }

    /** What was varied, the figures of each combination, what they say, and of which run they are. */
    String text() {
        return String.join("\n\n", varied(), cells(), says(), result.measured());
    }

    private String varied() {
        List<String> strategies = table.rows().stream().map(row -> "`" + row.key().strategy() + "`").distinct().sorted().toList();
        List<String> jdks = table.results().setups().stream().map(setup -> setup.jdk().replaceFirst("\\+.*", "")).distinct().toList();
        return "%s on JDK %s: %d rows in %s.%s Cells are geometric means: median in ms (lowest to highest), CPU ms per answer, peak memory in MB.".formatted(
                Format.list(strategies), Format.list(jdks), table.rows().size(), Format.count(table.blocks(), "block"),
                table.blocks() == 1 ? " One block ranks nothing; it shows which axis matters." : "");
    }

    private String cells() {
        List<String> jdks = values(JDK);
        return "| lists | collector | " + String.join(" | ", jdks) + " |\n|---|---|" + "---|".repeat(jdks.size()) + combinations().stream()
                .map(each -> "\n| " + each.layout() + " | " + each.collector() + " |" + jdks.stream()
                        .map(jdk -> " " + cell(each.rows().stream().filter(has(JDK, jdk)).toList()) + " |").collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    private static String cell(List<Row> rows) {
        DoubleSummaryStatistics medians = figures(rows, Row::medianMs).summaryStatistics();
        long behind = rows.stream().filter(row -> row.standing().grade() == Grade.FELL_BEHIND).count();
        return medians.getCount() == 0 ? Format.NONE : "%s (%s to %s), %s, %s%s".formatted(
                Format.number(geometric(rows, Row::medianMs)), Format.number(medians.getMin()), Format.number(medians.getMax()),
                Format.fixed(geometric(rows, AxisFigures::cpuMs), 0),
                Format.fixed(geometric(rows, row -> row.figure(figures -> figures.resources().peakRssMegabytes())), 0),
                behind == 0 ? "" : "; %d of %d fell behind".formatted(behind, rows.size()));
    }

    private String says() {
        List<String> sentences = new ArrayList<>(AxisEffects.of(table).stream().map(effects -> effects.sentences().getFirst()).toList());
        Combination slowest = combinations().stream()
                .filter(each -> figures(each.rows(), Row::medianMs).count() > 0)
                .max(Comparator.comparingDouble(each -> geometric(each.rows(), Row::medianMs))).orElseThrow();
        List<Row> others = table.rows().stream()
                .filter(has(LAYOUT, slowest.layout()).and(has(COLLECTOR, slowest.collector()).negate())).toList();
        sentences.add("The slowest is %s: it takes %s the time and %s the CPU of the other collectors with these lists.".formatted(
                slowest.words(), Format.times(geometric(slowest.rows(), Row::medianMs) / geometric(others, Row::medianMs)),
                Format.times(geometric(slowest.rows(), AxisFigures::cpuMs) / geometric(others, AxisFigures::cpuMs))));
        sentences.add(where("are near their limit or had no steady state, so their medians spread", row -> row.nearLimit().or(row::notSteady)));
        return sentences.stream().filter(sentence -> !sentence.isEmpty()).map(sentence -> "- " + sentence).collect(Collectors.joining("\n"));
    }

    /** How many rows have a note, and which combinations these are of; empty if none has. */
    private String where(String what, Function<Row, Optional<String>> note) {
        Predicate<Row> noted = row -> note.apply(row).isPresent();
        List<String> combinations = combinations().stream()
                .filter(each -> each.rows().stream().anyMatch(noted)).map(Combination::words).toList();
        return combinations.isEmpty() ? "" : "%d of %d rows %s: %s.".formatted(
                table.rows().stream().filter(noted).count(), table.rows().size(), what, Format.list(combinations));
    }

    private List<Combination> combinations() {
        return values(LAYOUT).stream()
                .flatMap(layout -> values(COLLECTOR).stream().map(collector -> new Combination(layout, collector,
                        table.rows().stream().filter(has(LAYOUT, layout).and(has(COLLECTOR, collector))).toList())))
                .toList();
    }

    private List<String> values(String axis) {
        return table.results().settings().options().axes().stream()
                .filter(used -> used.name().equals(axis))
                .flatMap(used -> used.values().stream())
                .map(AxisUsed.ValueUsed::label).toList();
    }

    private static Predicate<Row> has(String axis, String value) {
        return row -> value.equals(row.key().axes().get(axis));
    }

    private static @Nullable Double cpuMs(Row row) {
        return row.figure(Measured::cpuMsPerAnswer);
    }

    private static DoubleStream figures(List<Row> rows, Function<Row, @Nullable Double> figure) {
        return rows.stream().flatMap(row -> Stream.ofNullable(figure.apply(row))).mapToDouble(Double::doubleValue);
    }

    private static double geometric(List<Row> rows, Function<Row, @Nullable Double> figure) {
        return Math.exp(figures(rows, figure).map(Math::log).average().orElse(Double.NaN));
    }
}
