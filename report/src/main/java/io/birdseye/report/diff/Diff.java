package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Change.Direction;
import io.birdseye.report.diff.Change.Figure;
import io.birdseye.report.result.Circumstances;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TerminalTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Two results of the same strategies, usually of two commits: what got better or worse beyond noise.
 *
 * <p>Blocks of different runs do not belong together, so the ratios have wider intervals than those within one
 * comparison. All intervals hold together with 95 % confidence (Bonferroni over strategies and figures), so that a CI
 * job that compares equals fails once in twenty at most. A change counts if its whole interval lies beyond a margin:
 * 1 %, or the threshold that the user gives. With a single block there is no interval; then a change counts only
 * against a threshold, by its ratio alone. Three changes are no matter of noise and count whatever the threshold: a
 * strategy that kept up does so no longer, there are more errors than may be, and nothing is answered. Blocks with an
 * invalid trial are left out; a strategy with too few others cannot be judged, and neither can one that the new result lacks.
 *
 * @param changes by strategy and figure
 * @param warnings where the two were not measured alike, one sentence each
 */
public record Diff(List<Change> changes, List<String> warnings) {

    public Diff {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /**
     * Compares.
     *
     * @param threshold the share by which a figure must change to count; empty for anything beyond noise
     * @throws IllegalArgumentException if one was profiled and the other was not, or otherwise: the profiler takes time
     */
    public static Diff of(ComparisonTable before, ComparisonTable after, OptionalDouble threshold) {
        String profile = before.results().settings().profile();
        String newProfile = after.results().settings().profile();
        if (!Objects.equals(profile, newProfile)) {
            throw new IllegalArgumentException("profiled trials are compared with no others, but the profile of the old result is "
                    + profile + " and that of the new one " + newProfile);
        }
        List<String> warnings = new ArrayList<>(Circumstances.differences(before.results(), after.results()));
        Set<String> old = strategies(before);
        Set<String> added = strategies(after);
        added.removeAll(old);
        if (!added.isEmpty()) {
            warnings.add("Only in the new result: " + String.join(", ", added) + ".");
        }
        before.leftOutInWords().ifPresent(words -> warnings.add("In the old result: " + words));
        after.leftOutInWords().ifPresent(words -> warnings.add("In the new result: " + words));
        double alpha = (1 - Ranking.CONFIDENCE) / Math.max(1, old.size() * StrategyDiff.INTERVALS);
        StrategyDiff diff =
                new StrategyDiff(new RatioInterval(alpha, before.results().settings().seed()), threshold);
        List<Change> changes = old.stream()
                .map(strategy -> diff.changes(
                        DiffSide.of("old", strategy, before), DiffSide.of("new", strategy, after)))
                .flatMap(Collection::stream)
                .toList();
        return new Diff(changes, warnings);
    }

    /** Whether anything got worse. */
    public boolean regressed() {
        return count(Direction.WORSE) > 0;
    }

    /** Whether everything that the old result has was compared, so that "nothing got worse" can be said at all. */
    public boolean complete() {
        return !changes.isEmpty() && count(Direction.CANNOT_TELL) == 0;
    }

    /** For the terminal: warnings, one line for each figure of each strategy, and a sentence. Ends with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        warnings.forEach(warning -> text.append("warning: ").append(TerminalTable.clean(warning)).append('\n'));
        int width = changes.stream().mapToInt(change -> change.strategy().length()).max().orElse(8);
        for (Change change : changes) {
            boolean tested = change.figure().compareTo(Figure.ERRORS) > 0;
            if (tested || change.direction() != Direction.NO_DIFFERENCE) {
                text.append(Format.text("%-" + width + "s  %-15s  %7s  %-16s  %s\n",
                        TerminalTable.clean(change.strategy()), change.figure().words, Format.times(change.ratio()),
                        change.interval() == null ? Format.NONE : change.interval().inWords(),
                        TerminalTable.clean(change.inWords())));
            }
        }
        return text.append(conclusion()).append('\n').toString();
    }

    private String conclusion() {
        if (changes.isEmpty()) {
            return "The old result has no trial, so nothing can be compared.";
        }
        long unknown = count(Direction.CANNOT_TELL);
        return Format.count(count(Direction.WORSE), "figure") + " got worse beyond noise, "
                + count(Direction.BETTER) + " better, of " + changes.size()
                + (unknown == 0 ? "." : "; " + unknown + " cannot be told.");
    }

    private long count(Direction direction) {
        return changes.stream().filter(change -> change.direction() == direction).count();
    }

    private static Set<String> strategies(ComparisonTable table) {
        return table.rows().stream().map(Row::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
