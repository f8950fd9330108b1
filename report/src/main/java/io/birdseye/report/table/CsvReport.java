package io.birdseye.report.table;

import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Ranking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a comparison as a table for spreadsheets (RFC 4180): full precision, a point before decimals, empty where
 * there is no figure. Units are in the names of the columns.
 */
public final class CsvReport {

    private static final Map<String, Function<Row, @Nullable Object>> COLUMNS = columns();

    private CsvReport() {}

    private static Map<String, Function<Row, @Nullable Object>> columns() {
        Map<String, Function<Row, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("strategy", row -> row.key().strategy());
        columns.put("standing", row -> row.standing().grade().words());
        columns.put("standingReason", row -> row.standing().reason());
        columns.put("verdict", row -> row.place().verdict().label());
        columns.put("verdictReason", row -> row.place().reason());
        columns.put("ratio", row -> row.place().ratio());
        columns.put("low", row -> row.place().interval() == null ? null : row.place().interval().low());
        columns.put("high", row -> row.place().interval() == null ? null : row.place().interval().high());
        columns.put("offeredPerSecond", row -> row.figure(Measured::offeredPerSecond));
        columns.put("achievedPerSecond", row -> row.figure(Measured::achievedPerSecond));
        columns.put("requests", row -> row.figure(Measured::requests));
        columns.put("errors", row -> row.figure(Measured::errors));
        columns.put("meanMs", row -> row.latency(Measured::response, Latency::meanMs));
        columns.put("p50Ms", Row::medianMs);
        columns.put("p90Ms", row -> row.latency(Measured::response, Latency::p90Ms));
        columns.put("p95Ms", row -> row.latency(Measured::response, Latency::p95Ms));
        columns.put("p99Ms", row -> row.latency(Measured::response, Latency::p99Ms));
        columns.put("p999Ms", row -> row.latency(Measured::response, Latency::p999Ms));
        columns.put("maxMs", row -> row.latency(Measured::response, Latency::maxMs));
        columns.put("floorMs", Row::floorMs);
        columns.put("excessMs", Row::excessMs);
        columns.put("excessLowMs", row -> row.excessInterval() == null ? null : row.excessInterval().low());
        columns.put("excessHighMs", row -> row.excessInterval() == null ? null : row.excessInterval().high());
        columns.put("xMaxPerSecond", row -> row.limitKnown() ? (Double) row.limit().perSecond() : null);
        columns.put("xMaxReason", row -> row.limit().reason());
        columns.put("cpuMsPerAnswer", row -> row.figure(Measured::cpuMsPerAnswer));
        columns.put("cpuMsWithoutCompilers", row -> row.figure(Compared.CPU::of));
        for (Compared by : Compared.values()) {
            if (by != Compared.P50) {
                String name = by.label().toLowerCase(Locale.ROOT);
                columns.put(name + "Verdict", row -> place(row, by, place -> place.verdict().label()));
                columns.put(name + "Ratio", row -> place(row, by, Ranking.Place::ratio));
                columns.put(name + "Low", row -> place(row, by, place -> place.interval() == null ? null : place.interval().low()));
                columns.put(name + "High", row -> place(row, by, place -> place.interval() == null ? null : place.interval().high()));
            }
        }
        columns.put("peakThreads", row -> row.figure(figures -> figures.resources().peakThreads()));
        columns.put("peakRssMegabytes", row -> row.figure(figures -> figures.resources().peakRssMegabytes()));
        return columns;
    }

    private static @Nullable Object place(Row row, Compared by, Function<Ranking.Place, @Nullable Object> what) {
        Ranking.Place place = row.place(by);
        return place == null ? null : what.apply(place);
    }

    /**
     * A heading and a line for each row, in the order of the table; lines end with CR LF. Axes that are varied have the
     * last columns, since other results lack them.
     */
    public static String render(ComparisonTable comparison) {
        Map<String, Function<Row, @Nullable Object>> columns = new LinkedHashMap<>(COLUMNS);
        comparison.results().settings().varied()
                .forEach(axis -> columns.put(axis.name(), row -> row.key().axes().get(axis.name())));
        List<String> lines = new ArrayList<>(List.of(String.join(",", columns.keySet())));
        comparison.rows().forEach(row -> lines.add(columns.values().stream()
                .map(column -> cell(column.apply(row)))
                .collect(Collectors.joining(","))));
        return String.join("\r\n", lines) + "\r\n";
    }

    private static String cell(@Nullable Object value) {
        if (value == null || value instanceof Double number && !Double.isFinite(number)) {
            return "";
        }
        if (value instanceof Number) {
            return value.toString();
        }
        String text = TerminalTable.clean(value.toString());
        // A spreadsheet takes a text that begins like a formula for one, and names come from outside.
        String harmless = text.matches("[=+\\-@].*") ? "'" + text : text;
        return harmless.matches(".*[\",].*") ? "\"" + harmless.replace("\"", "\"\"") + "\"" : harmless;
    }
}
