package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.planning.simulation.Require;
import io.birdseye.report.CapacityReport;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import io.birdseye.report.table.Recommendation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which strategy and how many instances, from what a run of {@code capacity} measured: instances are taken to carry
 * what that machine did. One may be asked for the share {@code busiest} of it while none is lost.
 */
public record MeasuredAdvice(CapacityTable capacity, double perSecond, double busiest, int lost) {

    public MeasuredAdvice {
        Require.positive("the rate", perSecond);
        Require.positive("the utilisation", busiest);
        Require.atLeastZero("the number of lost instances", lost);
    }

    private @Nullable CapacityRow taken() {
        Recommendation recommendation = capacity.recommendation();
        return capacity.rows().stream().filter(row -> row.name().equals(recommendation.take())).findFirst().orElse(null);
    }

    /** How many instances of the row that is recommended; 0 where none is. */
    public int instances() {
        CapacityRow row = taken();
        if (row == null) {
            return 0;
        }
        double carries = carries(row);
        return (int) Math.max(Math.ceil(perSecond / (carries * busiest) - 1e-9), Math.ceil(perSecond / carries - 1e-9) + lost);
    }

    /** With processes that differ, the lower end of the interval is what can be counted on. */
    private static double carries(CapacityRow row) {
        return row.interval() == null || row.atLeast() ? row.perSecond() : row.interval().low();
    }

    public List<String> sentences() {
        List<String> sentences = new ArrayList<>(capacity.recommendation().sentences());
        CapacityRow row = taken();
        if (row == null) {
            sentences.addAll(capacity.failures());
            return sentences.isEmpty() ? List.of("These results hold no answer.") : sentences;
        }
        int count = instances();
        double each = perSecond / count;
        sentences.addFirst("You need " + Format.count(count, "instance") + " for " + Format.rate(perSecond) + ": " + Format.rate(each) + (count == 1 ? "" : " each") + ", "
                + Format.percent(each / carries(row)) + " of the " + Format.rate(carries(row)) + " that one surely carries."
                + (lost == 0 ? "" : " " + lost + " may be lost; then the others carry " + Format.rate(perSecond / (count - lost)) + " each."));
        return sentences;
    }

    /** For other programs: as {@code capacity}, with the number of instances. */
    public ObjectNode json() {
        return CapacityReport.json(capacity, List.of()).put("ratePerSecond", perSecond).put("replicas", instances()).put("lost", lost);
    }
}
