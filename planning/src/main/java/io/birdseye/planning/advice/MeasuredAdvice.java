package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.planning.simulation.Require;
import io.birdseye.report.Verdicts;
import io.birdseye.report.table.Carried;
import io.birdseye.report.table.CarriedWords;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which strategy and how many instances, from what a run of {@code capacity} measured: instances are taken to carry
 * what that machine did. One may be asked for the share {@code busiest} of it while none is lost.
 */
public record MeasuredAdvice(ComparisonTable capacity, double perSecond, double busiest, int lost) {

    public MeasuredAdvice {
        Require.positive("the rate", perSecond);
        Require.positive("the utilisation", busiest);
        Require.atLeastZero("the number of lost instances", lost);
    }

    /** What the row carries that is recommended; null where none is. */
    private @Nullable Carried taken() {
        String taken = capacity.recommendation().take();
        return capacity.rows().stream().filter(row -> row.name().equals(taken)).findFirst().map(Row::carried).orElse(null);
    }

    /** How many instances of the row that is recommended; 0 where none is. The lower end of the interval is what can be counted on. */
    public int instances() {
        Carried taken = taken();
        if (taken == null) {
            return 0;
        }
        double carries = taken.known().low();
        return (int) Math.max(Math.ceil(perSecond / (carries * busiest) - 1e-9), Math.ceil(perSecond / carries - 1e-9) + lost);
    }

    public List<String> sentences() {
        List<String> sentences = new ArrayList<>(capacity.recommendation().sentences());
        Carried taken = taken();
        if (taken == null) {
            sentences.addAll(CarriedWords.failures(capacity));
            return sentences.isEmpty() ? List.of("These results hold no answer.") : sentences;
        }
        int count = instances();
        double each = perSecond / count;
        sentences.addFirst("You need " + Format.count(count, "instance") + " for " + Format.rate(perSecond) + ": " + Format.rate(each) + (count == 1 ? "" : " each") + ", "
                + Format.percent(each / taken.known().low()) + " of the " + Format.rate(taken.known().low()) + " that one surely carries."
                + (lost == 0 ? "" : " " + lost + " may be lost; then the others carry " + Format.rate(perSecond / (count - lost)) + " each."));
        return sentences;
    }

    /** For other programs: as {@code capacity}, with the number of instances. */
    public ObjectNode json() {
        return Verdicts.of(capacity, List.of()).put("ratePerSecond", perSecond).put("replicas", instances()).put("lost", lost);
    }
}
