package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.VarianceShares;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which of strategy and axes explains how much of the differences between median response times.
 *
 * @param behind how many rows did not keep up: their median also says how long the test was
 */
public record AxisEffects(VarianceShares shares, int behind) {

    /** The factor that is no axis. */
    public static final String STRATEGY = "strategy";

    /** Empty where nothing but strategies is varied, or nothing differs. */
    public static Optional<AxisEffects> of(ComparisonTable comparison) {
        List<String> axes = comparison.results().settings().varied().stream().map(AxisUsed::name).toList();
        if (axes.isEmpty()) {
            return Optional.empty();
        }
        List<String> factors = Stream.concat(Stream.of(STRATEGY), axes.stream()).toList();
        VarianceShares shares = VarianceShares.of(factors, comparison.rows().stream()
                .map(row -> new VarianceShares.Cell(
                        factors.stream().map(factor -> value(row, factor)).toList(), medians(row)))
                .toList());
        int behind = (int) comparison.rows().stream()
                .filter(row -> row.standing().grade() == Grade.FELL_BEHIND).count();
        return shares.effects().isEmpty() ? Optional.empty() : Optional.of(new AxisEffects(shares, behind));
    }

    private static String value(Row row, String factor) {
        return factor.equals(STRATEGY) ? row.key().strategy() : row.key().axes().getOrDefault(factor, "");
    }

    /** Of the blocks that count with a right answer. */
    private static Map<Integer, Double> medians(Row row) {
        return Trial.byBlock(
                row.counted().stream().filter(AxisEffects::answered).toList(),
                Metric.P50::orNaN);
    }

    private static boolean answered(Trial trial) {
        Measured measured = trial.measured();
        return measured != null && measured.requests() > 0;
    }

    /** One sentence, and others on what it does not hold for. */
    public List<String> sentences() {
        VarianceShares.Effect first = shares.effects().getFirst();
        List<String> sentences = new ArrayList<>(List.of(
                "Of the variance of median response times (their logarithms), " + shares.effects().stream()
                        .map(AxisEffects::inWords)
                        .collect(Collectors.joining(", ")) + "; combinations of these explain " + Format.percent(shares.together())
                        + (shares.blocks() > 0 ? ", and blocks of the same row " + Format.percent(shares.blocks()) : "") + "."
                        + (first.share() > shares.together() ? " " + Format.capitalised(named(first.factor())) + " matters most." : "")));
        if (behind > 0) {
            sentences.add(Format.count(behind, "row") + " did not keep up, and " + (behind == 1 ? "its median" : "their medians")
                    + " of right answers also " + (behind == 1 ? "says" : "say") + " how long the test was.");
        }
        if (!shares.leftOut().isEmpty()) {
            sentences.add("Left out of these shares, since some of its combinations have no valid trial: "
                    + Format.list(shares.leftOut()) + ".");
        }
        return sentences;
    }

    private static String inWords(VarianceShares.Effect effect) {
        return named(effect.factor()) + " explains " + Format.percent(effect.share()) + " (" + effect.most() + " takes "
                + Format.times(effect.ratio()) + " the time of " + effect.least() + ")";
    }

    /** A share as the length of a bar. */
    public static String bar(double share) {
        return Format.text("--share:%.1f%%", 100 * share);
    }

    /** The option where it is one: {@code --jvm}. */
    public static String named(String factor) {
        return factor.equals(STRATEGY) ? "the strategy" : "--" + factor;
    }
}
