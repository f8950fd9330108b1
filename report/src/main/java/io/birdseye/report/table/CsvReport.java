package io.birdseye.report.table;

import io.birdseye.report.result.Settings.AxisUsed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a comparison as a table for spreadsheets (RFC 4180): full precision, a point before decimals, empty where
 * there is no figure. Units are in the names of the columns.
 */
public final class CsvReport {

    private CsvReport() {}

    /**
     * A heading and a line for each row, in the order of the table; lines end with CR LF. Axes that are varied have the
     * last columns, since other results lack them.
     */
    public static String render(ComparisonTable comparison) {
        List<String> axes = comparison.results().settings().varied().stream().map(AxisUsed::name).toList();
        List<String> lines = new ArrayList<>(
                List.of(Stream.concat(RowFields.CSV.stream(), axes.stream()).collect(Collectors.joining(","))));
        comparison.rows().forEach(row -> lines.add(Stream.concat(
                        RowFields.CSV.stream().map(name -> cell(RowFields.of(row, name))),
                        axes.stream().map(axis -> cell(row.key().axes().get(axis))))
                .collect(Collectors.joining(","))));
        return String.join("\r\n", lines) + "\r\n";
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
}
