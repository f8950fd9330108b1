package io.birdseye.planning.advice;

import static io.birdseye.model.Format.plain;
import static io.birdseye.planning.advice.SimulatedTrials.describe;

import io.birdseye.model.Format;
import io.birdseye.planning.advice.Advice.PoolPoint;
import io.birdseye.planning.advice.Advice.Reason;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.Advice.StrategyOutlook;
import io.birdseye.planning.advice.Advice.WhatIf;

/** Advice as text for a terminal: the answer first, then its reasons. */
final class AdviceText {

    private AdviceText() {}

    static String render(Advice advice) {
        StringBuilder text = new StringBuilder(advice.conclusion()).append("\n\n");
        for (Reason reason : advice.reasons()) {
            text.append(Format.text(
                    "%s:\n  %s\n  %s\n  (%s)\n\n", reason.topic(), reason.sentence(), reason.arithmetic(),
                    reason.source()));
        }
        Recommendation recommendation = advice.recommendation();
        if (recommendation != null) {
            text.append(Format.text("Why '%s':\n  %s\n\n", recommendation.strategy(), recommendation.why()));
        }
        if (!advice.strategies().isEmpty()) {
            int width = advice.strategies().stream().mapToInt(outlook -> outlook.name().length()).max().orElse(1);
            text.append("All strategies with these pools, as predicted:\n");
            for (StrategyOutlook outlook : advice.strategies()) {
                text.append(Format.text(
                        "  %-" + width + "s  carries %7s/s at most  p99 %9s  %s%n", outlook.name(),
                        plain(outlook.highestPerSecond()), describe(outlook.p99Ms()), met(outlook.meetsObjective())));
            }
            text.append('\n');
        }
        if (!advice.pools().isEmpty()) {
            text.append("The I/O pool and its neighbours, as predicted:\n");
            for (PoolPoint point : advice.pools()) {
                text.append(Format.text(
                        "  %6s threads  %7s/s  p50 %9s  p99 %9s  %s%n", plain(point.io()),
                        plain(point.achievedPerSecond()), describe(point.p50Ms()), describe(point.p99Ms()),
                        met(point.meetsObjective())));
            }
            text.append('\n');
        }
        text.append("What would help, the most helpful first:\n");
        for (WhatIf whatIf : advice.whatIfs()) {
            text.append(Format.text(
                    "  p99 %s, at most %s/s: %s%n", describe(whatIf.p99Ms()), plain(whatIf.highestPerSecond()),
                    whatIf.change()));
        }
        if (!advice.assumptions().isEmpty()) {
            text.append("\nAssumed:\n");
            advice.assumptions().forEach(assumption -> text.append("  ").append(assumption).append('\n'));
        }
        return text.toString();
    }

    private static String met(boolean objective) {
        return objective ? "meets it" : "does not";
    }
}
