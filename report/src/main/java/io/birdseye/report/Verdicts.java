package io.birdseye.report;

import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.RowFields;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a comparison or a search says of each strategy and of each condition, as data for other programs; {@code docs/reference/json-output.md}
 * describes it. Figures are those of the table. Null where a figure is not known.
 */
public final class Verdicts {

    private static final List<String> OF_ROW = List.of(
            "p50Ms", "ratio", "low", "high", "verdict", "verdictReason", "standing", "standingReason", "p90Ms", "p95Ms", "p99Ms",
            "maxMs", "excessMs", "excessLowMs", "excessHighMs", "achievedPerSecond", "errors", "errorShare", "cpuMsPerAnswer",
            "cpuMsWithoutCompilers");

    private Verdicts() {}

    /** The rows in the order of the table, and the conditions in theirs. */
    public static ObjectNode of(ComparisonTable comparison, List<ConditionResult> conditions) {
        Ranking ranking = comparison.ranking();
        boolean searched = comparison.searched();
        ObjectNode all = searched
                ? object("objective", comparison.results().settings().objective().toString(), "blocks", comparison.blocks())
                : object("blocks", ranking == null ? 0 : ranking.blocks(), "margin", ranking == null ? null : ranking.margin(),
                        "detectableRatio", ranking == null ? null : ranking.detectableRatio(), "inOneProcess", comparison.inOneProcess());
        all.set("recommendation", comparison.recommendation().json());
        all.putPOJO("rows", comparison.rows().stream().map(row -> searched
                ? with(object("name", row.name(), "axes", row.key().axes()), row, RowFields.OF_SEARCH)
                : row(row, comparison.tail().orElse(Metric.P99))).toList());
        if (!searched) {
            all.putPOJO("leftOut", comparison.leftOut().stream()
                    .map(each -> object(
                            "block", each.block(), "row", each.row(), "standing", each.standing().grade().words(),
                            "reason", each.standing().reason()))
                    .toList());
        }
        return all.putPOJO("conditions", conditions.stream().map(ConditionResult::json).toList());
    }

    private static ObjectNode row(Row row, Metric tail) {
        ObjectNode line = with(object("strategy", row.key().strategy(), "axes", row.key().axes()), row, OF_ROW);
        line.putPOJO("tail", against(row, tail));
        line.putPOJO("cpu", against(row, Metric.PROGRAM_CPU));
        line.putPOJO("pools", row.pools());
        return line;
    }

    private static ObjectNode with(ObjectNode line, Row row, List<String> fields) {
        fields.forEach(name -> line.putPOJO(name, RowFields.of(row, name)));
        return line;
    }

    /** The comparison with the best by another figure. */
    private static @Nullable ObjectNode against(Row row, Metric by) {
        String name = by.title().toLowerCase(Locale.ROOT);
        ObjectNode line = object("figure", name);
        for (String field : List.of("Verdict", "VerdictReason", "Ratio", "Low", "High")) {
            line.putPOJO(field.substring(0, 1).toLowerCase(Locale.ROOT) + field.substring(1), RowFields.of(row, name + field));
        }
        return row.place(by) == null ? null : line;
    }

    private static ObjectNode object(@Nullable Object... namesAndValues) {
        ObjectNode object = ResultsFile.JSON.createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.putPOJO(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }
}
