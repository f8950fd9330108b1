package io.birdseye.report;

import io.birdseye.model.Format;
import io.birdseye.model.WholeFile;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.page.CapacityPage;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The files of results of a search for the highest rates: {@code report.md} and {@code report.html}. */
public final class CapacityReport {

    private CapacityReport() {}

    public static CapacityTable write(Results results, Path folder, Simplicity simplicity) throws IOException {
        ResultsFile.write(results, folder.resolve(ResultsFile.NAME));
        return draw(results, folder, simplicity);
    }

    /** Draws results again; writes all files but {@code results.json}. */
    public static CapacityTable draw(Results results, Path folder, Simplicity simplicity) throws IOException {
        CapacityTable capacity = CapacityTable.of(results, simplicity);
        WholeFile.write(folder.resolve(Reports.MARKDOWN), MarkdownReport.render(capacity));
        WholeFile.write(folder.resolve(Reports.PAGE), CapacityPage.render(capacity));
        return capacity;
    }

    /** For other programs; {@code docs/reference/json-output.md} describes it. */
    public static ObjectNode json(CapacityTable capacity, List<ConditionResult> conditions) {
        ObjectNode all = ResultsFile.JSON.createObjectNode();
        all.put("objective", capacity.objective().toString());
        all.put("blocks", capacity.blocks());
        all.set("recommendation", capacity.recommendation().json());
        all.putPOJO("rows", capacity.rows().stream().map(CapacityReport::row).toList());
        all.putPOJO("conditions", conditions.stream().map(ConditionResult::json).toList());
        return all;
    }

    private static ObjectNode row(CapacityRow row) {
        ObjectNode line = ResultsFile.JSON.createObjectNode();
        line.put("name", row.name());
        line.putPOJO("axes", row.key().axes());
        line.putPOJO("capacityPerSecond", known(row.perSecond()));
        line.put("atLeast", row.atLeast());
        line.putPOJO("lower", row.interval() == null ? null : row.interval().low());
        line.putPOJO("upper", row.interval() == null || row.atLeast() ? null : row.interval().high());
        line.put("processes", row.trials().size());
        line.put("verdict", row.place().verdict().label());
        line.put("verdictReason", row.place().reason());
        line.putPOJO("cpuMsWithoutCompilers", row.figures() == null ? null : Metric.PROGRAM_CPU.of(row.figures()));
        line.putPOJO("inTimeShareBeyond", known(row.keptBeyond()));
        line.putPOJO("predictedPerSecond", row.bound() == null ? null : row.bound().perSecond());
        line.put("limit", row.limit());
        line.put("reason", row.reason());
        return line;
    }

    private static @Nullable Double known(double figure) {
        return Double.isNaN(figure) ? null : (Double) figure;
    }

    /** What one process found, while others are measured: {@code 61.2/s}. */
    public static String said(Results soFar) {
        return soFar.trials().isEmpty() || soFar.trials().getLast().measured() == null
                ? Format.NONE : Metric.CAPACITY.text(Metric.CAPACITY.of(soFar.trials().getLast().measured())) + "/s";
    }
}
