package io.birdseye.report.table;

import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What programs are told of a row, by name with its unit; each is read in one way for CSV and JSON. Null, or not a finite number,
 * where there is none.
 */
public final class RowFields {

    /** Of a row of a search, in the order of JSON. */
    public static final List<String> OF_SEARCH = List.of(
            "capacityPerSecond", "atLeast", "lower", "upper", "processes", "verdict", "verdictReason", "cpuMsWithoutCompilers", "inTimeShareBeyond",
            "predictedPerSecond", "limit", "reason");

    private static final Map<String, Function<Row, @Nullable Object>> ALL = all();

    private RowFields() {}

    /**
     * The rows as a table for spreadsheets (RFC 4180), a heading and a line for each: full precision, a point before decimals,
     * empty where there is no figure; lines end with CR LF. Axes that are varied have the last columns, since other results lack them.
     */
    public static String csv(ComparisonTable comparison) {
        List<String> axes = comparison.results().settings().varied().stream().map(AxisUsed::name).toList();
        List<String> fields = comparison.searched()
                ? Stream.concat(Stream.of("strategy"), OF_SEARCH.stream()).toList() : List.copyOf(columns().keySet());
        Stream<Stream<String>> rows = comparison.rows().stream().map(row -> Stream.concat(
                fields.stream().map(name -> cell(of(row, name))), axes.stream().map(axis -> cell(row.key().axes().get(axis)))));
        return Stream.concat(Stream.of(Stream.concat(fields.stream(), axes.stream())), rows)
                .map(cells -> cells.collect(Collectors.joining(",")) + "\r\n").collect(Collectors.joining());
    }

    private static String cell(@Nullable Object value) {
        if (value == null || value instanceof Number) {
            return value == null ? "" : value.toString();
        }
        String text = TerminalTable.clean(value.toString());
        // A spreadsheet takes a text that begins like a formula for one, and names come from outside.
        String harmless = text.matches("[=+\\-@].*") ? "'" + text : text;
        return harmless.matches(".*[\",].*") ? "\"" + harmless.replace("\"", "\"\"") + "\"" : harmless;
    }

    private static Map<String, Function<Row, @Nullable Object>> all() {
        Map<String, Function<Row, @Nullable Object>> all = columns();
        all.put("name", Row::name);
        all.put(Metric.CAPACITY.label(), row -> row.value(Metric.CAPACITY));
        all.put("atLeast", row -> row.carried() != null && row.carried().atLeast());
        interval(all, "lower", "upper", row -> row.carried() == null ? null
                : new Interval(row.carried().interval().low(), row.carried().known().high()));
        all.put("processes", row -> row.carried() == null ? 0 : row.carried().found().size());
        all.put("inTimeShareBeyond", row -> row.carried() == null ? null : (Double) row.carried().keptBeyond());
        all.put("predictedPerSecond", row -> row.carried() != null && row.limitKnown() ? (Double) row.limit().perSecond() : null);
        all.put("limit", row -> row.carried() == null ? "" : row.carried().limit());
        all.put("reason", row -> row.carried() == null ? row.standing().reason() : "");
        all.put("errorShare", Row::errorShare);
        Metric.COMPARED.forEach(by -> all.put(
                by.title().toLowerCase(Locale.ROOT) + "VerdictReason", row -> place(row, by, RowFields::reason)));
        return all;
    }

    private static @Nullable String reason(Ranking.Place place) {
        return place.reason().isEmpty() ? null : place.reason();
    }

    private static Map<String, Function<Row, @Nullable Object>> columns() {
        Map<String, Function<Row, @Nullable Object>> all = new LinkedHashMap<>();
        all.put("strategy", row -> row.key().strategy());
        all.put("standing", row -> row.standing().grade().words());
        all.put("standingReason", row -> row.standing().reason());
        all.put("verdict", row -> row.place().verdict().label());
        all.put("verdictReason", row -> reason(row.place()));
        all.put("ratio", row -> row.place().ratio());
        interval(all, "low", "high", row -> row.place().interval());
        Stream.of(Metric.OFFERED, Metric.ACHIEVED, Metric.REQUESTS, Metric.ERRORS, Metric.MEAN, Metric.P50, Metric.P90, Metric.P95,
                Metric.P99, Metric.P999, Metric.MAX).forEach(figure -> all.put(figure.label(), row -> row.value(figure)));
        all.put("floorMs", Row::floorMs);
        all.put("excessMs", Row::excessMs);
        interval(all, "excessLowMs", "excessHighMs", Row::excessInterval);
        all.put("xMaxPerSecond", row -> row.limitKnown() ? (Double) row.limit().perSecond() : null);
        all.put("xMaxReason", row -> row.limit().reason());
        Stream.of(Metric.CPU, Metric.PROGRAM_CPU).forEach(figure -> all.put(figure.label(), row -> row.value(figure)));
        Metric.COMPARED.stream().filter(by -> by != Metric.P50).forEach(by -> {
            String name = by.title().toLowerCase(Locale.ROOT);
            all.put(name + "Verdict", row -> place(row, by, place -> place.verdict().label()));
            all.put(name + "Ratio", row -> place(row, by, Ranking.Place::ratio));
            interval(all, name + "Low", name + "High", row -> (Interval) place(row, by, Ranking.Place::interval));
        });
        Stream.of(Metric.THREADS, Metric.RSS).forEach(figure -> all.put(figure.label(), row -> row.value(figure)));
        return all;
    }

    private static void interval(
            Map<String, Function<Row, @Nullable Object>> all, String low, String high, Function<Row, @Nullable Interval> interval) {
        all.put(low, row -> Optional.ofNullable(interval.apply(row)).map(Interval::low).orElse(null));
        all.put(high, row -> Optional.ofNullable(interval.apply(row)).map(Interval::high).orElse(null));
    }

    private static @Nullable Object place(Row row, Metric by, Function<Ranking.Place, @Nullable Object> what) {
        Ranking.Place place = row.place(by);
        return place == null ? null : what.apply(place);
    }

    /** What a field says of a row; null also for what is no finite number. */
    public static @Nullable Object of(Row row, String name) {
        Object value = Objects.requireNonNull(ALL.get(name), name).apply(row);
        return value instanceof Double number && !Double.isFinite(number) ? null : value;
    }
}
