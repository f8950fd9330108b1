package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Change.Direction;
import io.birdseye.report.diff.Change.Figure;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.TerminalTable;
import io.birdseye.report.table.Validity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two results of the same strategies, usually of two commits: what got better or worse beyond noise.
 *
 * <p>Blocks of different runs do not belong together, so the ratios have wider intervals than those within one
 * comparison. All intervals hold together with 95 % confidence (Bonferroni over strategies and figures), so that a CI
 * job that compares equals fails once in twenty at most. A change counts if its whole interval lies beyond a margin:
 * 1 %, or the threshold that the user gives. With a single block there is no interval; then a change counts only
 * against a threshold, by its ratio alone. Only valid trials count.
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
     */
    public static Diff of(Results before, Results after, OptionalDouble threshold) {
        List<String> warnings = new ArrayList<>(warnings(before, after));
        Set<String> common = strategies(before);
        common.retainAll(strategies(after));
        onlyIn("old", before, common).ifPresent(warnings::add);
        onlyIn("new", after, common).ifPresent(warnings::add);
        double alpha = (1 - Ranking.CONFIDENCE) / Math.max(1, common.size() * Figure.values().length);
        RatioInterval intervals = new RatioInterval(alpha, before.settings().seed());
        List<Change> changes = common.stream()
                .flatMap(strategy -> Stream.of(Figure.values())
                        .map(figure -> change(strategy, figure, before, after, threshold, intervals)))
                .toList();
        return new Diff(changes, warnings);
    }

    /** Whether anything got worse. */
    public boolean regressed() {
        return count(Direction.SLOWER) > 0;
    }

    /** For the terminal: warnings, one line for each figure of each strategy, and a sentence. Ends with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        warnings.forEach(warning -> text.append("warning: ").append(TerminalTable.clean(warning)).append('\n'));
        int width = changes.stream().mapToInt(change -> change.strategy().length()).max().orElse(8);
        for (Change change : changes) {
            text.append(Format.text("%-" + width + "s  %-15s  %7s  %-16s  %s\n",
                    TerminalTable.clean(change.strategy()), change.figure().words, Format.times(change.ratio()),
                    change.interval() == null ? Format.NONE : change.interval().inWords(), change.inWords()));
        }
        return text.append(conclusion()).append('\n').toString();
    }

    private String conclusion() {
        if (changes.isEmpty()) {
            return "The two results have no strategy in common.";
        }
        long unknown = count(Direction.CANNOT_TELL);
        return Format.count(count(Direction.SLOWER), "figure") + " got worse beyond noise, "
                + count(Direction.FASTER) + " better, of " + changes.size()
                + (unknown == 0 ? "." : "; " + unknown + " cannot be told.");
    }

    private long count(Direction direction) {
        return changes.stream().filter(change -> change.direction() == direction).count();
    }

    private static Change change(
            String strategy, Figure figure, Results before, Results after, OptionalDouble threshold,
            RatioInterval intervals) {
        double[] old = figures(strategy, figure, before);
        double[] now = figures(strategy, figure, after);
        if (old.length == 0 || now.length == 0) {
            boolean lost = old.length > 0 && trials(strategy, after).stream().allMatch(Trial::failed);
            return new Change(strategy, figure, Double.NaN, null, lost ? Direction.SLOWER : Direction.CANNOT_TELL,
                    lost ? "every trial of the new result failed" : "no valid trial in the "
                            + (old.length == 0 ? "old" : "new") + " result");
        }
        double ratio = RatioInterval.ratio(now, old);
        Interval interval = old.length > 1 && now.length > 1 ? intervals.between(now, old) : null;
        if (interval == null && threshold.isEmpty()) {
            return new Change(strategy, figure, ratio, null, Direction.CANNOT_TELL,
                    "a single block has no interval; measure with --blocks, or give a --threshold");
        }
        boolean beyond = (interval == null ? new Interval(ratio, ratio) : interval)
                .isBeyond(threshold.orElse(Ranking.MARGIN));
        Direction direction = ratio < 1 == figure.lessIsBetter ? Direction.FASTER : Direction.SLOWER;
        return new Change(strategy, figure, ratio, interval, beyond ? direction : Direction.NO_DIFFERENCE,
                interval == null ? "by the threshold alone, from a single block" : "");
    }

    /** Of valid trials; a figure of zero has no ratio. */
    private static double[] figures(String strategy, Figure figure, Results results) {
        Validity validity = Validity.of(results);
        return Trial.measured(trials(strategy, results).stream().filter(trial -> !trial.failed()).toList())
                .filter(measured -> validity.broken(measured).isEmpty())
                .mapToDouble(figure.value)
                .filter(value -> value > 0)
                .toArray();
    }

    private static List<Trial> trials(String strategy, Results results) {
        return results.trials().stream().filter(trial -> trial.strategy().equals(strategy)).toList();
    }

    private static Set<String> strategies(Results results) {
        return results.trials().stream().map(Trial::strategy).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Optional<String> onlyIn(String which, Results results, Set<String> common) {
        Set<String> only = strategies(results);
        only.removeAll(common);
        return only.isEmpty()
                ? Optional.empty()
                : Optional.of("Only in the " + which + " result: " + String.join(", ", only) + ".");
    }

    private static List<String> warnings(Results before, Results after) {
        Map<String, Object> then = circumstances(before);
        Map<String, Object> now = circumstances(after);
        return then.keySet().stream()
                .filter(what -> !Objects.equals(then.get(what), now.get(what)))
                .map(what -> "The " + what + " differs: " + then.get(what) + ", then " + now.get(what) + ".")
                .toList();
    }

    /** What must be equal for two results to be comparable, by name. */
    private static Map<String, Object> circumstances(Results results) {
        Environment environment = results.environment();
        Settings settings = results.settings();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("number of cores", environment.cores());
        all.put("processor", environment.cpuModel());
        all.put("memory", environment.memoryBytes());
        all.put("operating system", environment.os());
        all.put("kernel", environment.kernel());
        all.put("JDK", environment.jdk());
        all.put("collector", environment.collector());
        all.put("JVM flags", environment.jvmFlags());
        all.put("load", settings.load().describe());
        all.put("upstream delay in ms", settings.delayMs());
        all.put("shared memory in MB", settings.memoryMegabytes());
        all.put("layout", settings.layout());
        all.put("budgets", settings.budgets());
        all.put("number of HTTP threads", settings.httpThreads());
        all.put("warm-up in s", settings.warmUpSeconds());
        all.put("duration in s", settings.durationSeconds());
        return all;
    }
}
