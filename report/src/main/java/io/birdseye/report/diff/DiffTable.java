package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Change.Verdict;
import io.birdseye.report.statistics.Interval;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A difference for the terminal: warnings, one line for each figure of each strategy, and a sentence. */
public final class DiffTable {

    private DiffTable() {}

    /** The text, its lines ended by line feeds. */
    public static String render(Diff diff) {
        StringBuilder text = new StringBuilder();
        diff.warnings().forEach(warning -> text.append("warning: ").append(clean(warning)).append('\n'));
        int width = diff.changes().stream().mapToInt(change -> change.strategy().length()).max().orElse(8);
        for (Change change : diff.changes()) {
            text.append(String.format(Locale.ROOT, "%-" + width + "s  %-15s  %7s  %-16s  %s%n",
                    clean(change.strategy()), change.figure().words(), Format.times(change.ratio()),
                    interval(change.interval()), verdict(change)));
        }
        return text.append(conclusion(diff)).append('\n').toString().replace("\r\n", "\n");
    }

    private static String interval(@Nullable Interval interval) {
        return interval == null ? Format.NONE : Format.times(interval.low()) + " to " + Format.times(interval.high());
    }

    private static String verdict(Change change) {
        String words = switch (change.verdict()) {
            case FASTER -> change.figure() == Figure.P50 ? "faster" : change.verdict().words();
            case SLOWER -> change.figure() == Figure.P50 ? "SLOWER" : change.verdict().words();
            case NO_DIFFERENCE, CANNOT_TELL -> change.verdict().words();
        };
        return change.reason().isEmpty() ? words : words + ": " + change.reason();
    }

    private static String conclusion(Diff diff) {
        if (diff.changes().isEmpty()) {
            return "The two results have no strategy in common.";
        }
        Map<Verdict, Integer> counts = new TreeMap<>();
        diff.changes().forEach(change -> counts.merge(change.verdict(), 1, Integer::sum));
        int worse = counts.getOrDefault(Verdict.SLOWER, 0);
        int better = counts.getOrDefault(Verdict.FASTER, 0);
        int unknown = counts.getOrDefault(Verdict.CANNOT_TELL, 0);
        return Format.count(worse, "figure") + " got worse beyond noise, " + better + " better, of "
                + diff.changes().size() + (unknown == 0 ? "." : "; of " + unknown + " nobody can tell.");
    }

    /** Names come from outside: control characters must not steer the terminal. */
    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
