package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Finding;
import io.birdseye.planning.advice.Advice.Lever;
import io.birdseye.planning.advice.Advice.PoolPoint;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.Advice.StrategyOutlook;

/** Advice for a terminal: the answer first, then how it was come by. */
final class AdviceText {

    private AdviceText() {}

    static String render(Advice advice) {
        StringBuilder text = new StringBuilder(advice.conclusion()).append("\n\n");
        for (Finding finding : advice.findings()) {
            text.append(finding.topic()).append(":\n  ").append(finding.sentence()).append("\n  ");
            text.append(finding.arithmetic()).append("\n  (").append(finding.source()).append(")\n\n");
        }
        Recommendation recommendation = advice.recommendation();
        if (recommendation != null) {
            text.append("Why '").append(recommendation.strategy()).append("':\n  ");
            text.append(recommendation.why()).append("\n\n");
        }
        if (!advice.strategies().isEmpty()) {
            int width = advice.strategies().stream()
                    .mapToInt(outlook -> outlook.name().length())
                    .max()
                    .orElse(0);
            text.append("All strategies with these pools, as predicted:\n");
            for (StrategyOutlook outlook : advice.strategies()) {
                text.append(Say.format(
                        "  %-" + width + "s  carries %7s/s at most  p99 %9s  %s%n",
                        outlook.name(),
                        Say.number(outlook.highestPerSecond()),
                        Say.ms(outlook.p99Ms()),
                        outlook.meetsObjective() ? "meets it" : "does not"));
            }
            text.append('\n');
        }
        if (!advice.pools().isEmpty()) {
            text.append("The I/O pool and its neighbours, as predicted:\n");
            for (PoolPoint point : advice.pools()) {
                text.append(Say.format(
                        "  %6s threads  %7s/s  p50 %9s  p99 %9s  %s%n",
                        Say.number(point.io()),
                        Say.number(point.achievedPerSecond()),
                        Say.ms(point.p50Ms()),
                        Say.ms(point.p99Ms()),
                        point.meetsObjective() ? "meets it" : "does not"));
            }
            text.append('\n');
        }
        text.append("What would help, the most helpful first:\n");
        for (Lever lever : advice.levers()) {
            text.append(Say.format(
                    "  p99 %s, at most %s/s: %s%n",
                    Say.ms(lever.p99Ms()), Say.number(lever.highestPerSecond()), lever.change()));
        }
        if (!advice.assumptions().isEmpty()) {
            text.append("\nAssumed:\n");
            advice.assumptions().forEach(assumption -> text.append("  ").append(assumption).append('\n'));
        }
        return text.toString();
    }
}
