package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.diff.Diff.Change.Direction;
import io.birdseye.report.diff.StrategyDiff.DiffSide;
import io.birdseye.report.result.Circumstances;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TerminalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two results of the same strategies, usually of two commits: what got better or worse beyond noise.
 *
 * <p>Blocks that alternated are compared in pairs: what two neighbours share cancels out, and by what the two runs of a pair differ
 * is in the scatter of the pairs. Without pairs, one run stands against another, and no number of blocks in them tells a build from a
 * run. So the intervals allow for a difference of runs: {@link #RUN_TO_RUN} for each. All intervals hold together with 95 %
 * confidence (Bonferroni over strategies and figures). With pairs, or if runs of one build differ by no more than that, a CI job
 * that compares equals fails once in twenty at most.
 *
 * <p>Three changes are no matter of noise and count whatever the threshold: a strategy that kept up does so no longer, there are
 * more errors than may be, and nothing is answered. Blocks with an invalid trial are left out; a strategy with too few others
 * cannot be judged, and neither can one that the new result lacks.
 *
 * @param warnings where the two were not measured alike, one sentence each
 */
public record Diff(Rule rule, List<Change> changes, List<String> warnings) {

    /**
     * Standard deviation between runs of one build on one machine, of the logarithm of a figure. An assumption: two runs of the
     * project on one machine differed by 3 to 4 % in all of their strategies.
     */
    public static final double RUN_TO_RUN = 0.02;

    /**
     * How figures are judged.
     *
     * @param paired whether the blocks of both results alternated, so that equal numbers are pairs
     * @param threshold a change counts if its interval lies beyond this share, and is none if it lies within; empty for 1 % and 5 %
     */
    public record Rule(boolean paired, OptionalDouble threshold) {

        double counts() {
            return threshold.orElse(Ranking.SAME);
        }

        double same() {
            return threshold.orElse(Ranking.MARGIN);
        }

        /** What the interval of a figure says, and why it says no more. */
        String reason(Direction direction) {
            return switch (direction) {
                case NO_DIFFERENCE -> "less than " + Format.percent(same());
                case CANNOT_TELL -> paired
                        ? "the interval reaches beyond " + Format.percent(same())
                        : "one run for each side cannot tell a build from a run";
                case BETTER, WORSE -> paired
                        ? ""
                        : "by more than runs of one build differ, if their standard deviation is " + Format.percent(RUN_TO_RUN);
            };
        }
    }

    /**
     * How one figure of one strategy changed.
     *
     * @param figure {@link #KEPT_UP}, {@link #ERRORS}, {@code p50}, {@code achieved} or {@code CPU per answer}
     * @param ratio new to old, of geometric means over the blocks that count; NaN where there is none
     */
    public record Change(
            String strategy, String figure, double ratio, @Nullable Interval interval, Direction direction, String reason) {

        /** Whether the strategy kept up in every valid block: counted, not tested, so any change of it counts. */
        public static final String KEPT_UP = "kept up";

        /** Whether there were more errors than may be: counted as well. */
        public static final String ERRORS = "errors";

        /** What can be said: better, worse, shown not to differ by the threshold, or nothing. */
        public enum Direction {
            BETTER, WORSE, NO_DIFFERENCE, CANNOT_TELL;

            String words() {
                return name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }

        /** A change that no ratio describes. */
        static Change of(String strategy, String figure, Direction direction, String reason) {
            return new Change(strategy, figure, Double.NaN, null, direction, reason);
        }

        boolean tested() {
            return !figure.equals(KEPT_UP) && !figure.equals(ERRORS);
        }

        /** The direction and its reason. Only of response times it is said that they are faster. */
        String inWords() {
            boolean time = figure.equals(Metric.P50.title());
            String words = switch (direction) {
                case BETTER -> time ? "faster" : "better";
                case WORSE -> time ? "SLOWER" : "WORSE";
                case NO_DIFFERENCE, CANNOT_TELL -> direction.words();
            };
            return reason.isEmpty() ? words : words + ": " + reason;
        }
    }

    public Diff {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /**
     * @throws IllegalArgumentException if one was profiled and the other was not, or otherwise: the profiler takes
     *     time. Also if they are to be paired and have not the same number of blocks
     */
    public static Diff of(ComparisonTable before, ComparisonTable after, Rule rule) {
        String profile = before.results().settings().options().profile();
        String newProfile = after.results().settings().options().profile();
        if (!Objects.equals(profile, newProfile)) {
            throw new IllegalArgumentException("profiled trials are compared with no others, but the profile of the old result is "
                    + profile + " and that of the new one " + newProfile);
        }
        if (rule.paired() && before.blocks() != after.blocks()) {
            throw new IllegalArgumentException("blocks are paired by their numbers, but the old result has " + before.blocks()
                    + " and the new one " + after.blocks());
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
        double alpha = (1 - Ranking.CONFIDENCE) / Math.max(1, old.size() * StrategyDiff.TESTED.size());
        boolean open = before.results().settings().load().model() == Load.Model.OPEN;
        List<Change> changes = new StrategyDiff(rule, alpha, open).changes(old.stream()
                .map(strategy -> new StrategyDiff.Sides(
                        DiffSide.of("old", strategy, before), DiffSide.of("new", strategy, after)))
                .toList());
        return new Diff(rule, changes, warnings);
    }

    public boolean regressed() {
        return count(Direction.WORSE) > 0;
    }

    /** Whether everything that the old result has was told, so that "nothing got worse" can be said at all. */
    public boolean complete() {
        return !changes.isEmpty() && count(Direction.CANNOT_TELL) == 0;
    }

    /** For the terminal: warnings, one line for each figure of each strategy, and a sentence. Ends with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        warnings.forEach(warning -> text.append("warning: ").append(TerminalTable.clean(warning)).append('\n'));
        int width = changes.stream().mapToInt(change -> change.strategy().length()).max().orElse(8);
        for (Change change : changes) {
            if (change.tested() || change.direction() != Direction.NO_DIFFERENCE) {
                text.append(Format.text("%-" + width + "s  %-15s  %7s  %-16s  %s\n",
                        TerminalTable.clean(change.strategy()), change.figure(), Format.times(change.ratio()),
                        change.interval() == null ? Format.NONE : change.interval().inWords(),
                        TerminalTable.clean(change.inWords())));
            }
        }
        return text.append(conclusion()).append('\n').toString();
    }

    /** As data for other programs; {@code docs/reference/json-output.md} describes it. */
    public ObjectNode json() {
        ObjectNode json = ResultsFile.JSON.createObjectNode()
                .put("paired", rule.paired()).put("regressed", regressed()).put("complete", complete()).putPOJO("warnings", warnings);
        ArrayNode lines = json.putArray("changes");
        for (Change change : changes) {
            Optional<Interval> interval = Optional.ofNullable(change.interval());
            lines.addObject()
                    .put("strategy", change.strategy())
                    .put("figure", change.figure())
                    .putPOJO("ratio", Double.isNaN(change.ratio()) ? null : change.ratio())
                    .putPOJO("low", interval.map(Interval::low).orElse(null))
                    .putPOJO("high", interval.map(Interval::high).orElse(null))
                    .put("direction", change.direction().words())
                    .put("reason", change.reason().isEmpty() ? null : change.reason());
        }
        return json;
    }

    private String conclusion() {
        if (changes.isEmpty()) {
            return "The old result has no trial, so nothing can be compared.";
        }
        long unknown = count(Direction.CANNOT_TELL);
        return Format.count(count(Direction.WORSE), "figure") + " got worse beyond noise, "
                + count(Direction.BETTER) + " better, of " + changes.size()
                + (unknown == 0 ? "." : "; " + unknown + " cannot be told.")
                + (unknown == 0 || rule.paired()
                        ? ""
                        : " Runs of both builds in turn, compared with --paired, tell more (docs/how-to/ci.md).");
    }

    private long count(Direction direction) {
        return changes.stream().filter(change -> change.direction() == direction).count();
    }

    private static Set<String> strategies(ComparisonTable table) {
        return table.rows().stream().map(Row::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
