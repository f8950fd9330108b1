package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The findings of the project in order of certainty, each judged on the newest result of every machine. */
final class PublishedFindings {

    /**
     * A finding.
     *
     * @param steps whose results decide
     * @param refutedBy in words
     * @param judge what a result says of it; empty where it does not have the strategies
     */
    private record Finding(String statement, List<String> steps, String refutedBy, Function<ComparisonTable, Optional<Observed>> judge) {}

    /**
     * What one result says.
     *
     * @param decided whether it is precise enough to say anything
     * @param clearance how far the interval lies from the bound that would refute the finding, in widths of the interval; 0
     *     without an interval
     */
    private record Observed(boolean decided, boolean held, double clearance, String figures) {

        Observed(boolean held, double clearance, String figures) {
            this(true, held, clearance, figures);
        }
    }

    /** A finding on each machine. */
    private record Judged(Finding finding, Map<Placed, Observed> byResult) {

        long decided() {
            return byResult.values().stream().filter(Observed::decided).count();
        }

        /** On how many machines it held. */
        long machines() {
            return byResult.entrySet().stream()
                    .filter(each -> each.getValue().decided() && each.getValue().held())
                    .map(each -> machine(each.getKey()))
                    .distinct()
                    .count();
        }

        long held() {
            return byResult.values().stream().filter(each -> each.decided() && each.held()).count();
        }

        double clearance() {
            return byResult.values().stream().mapToDouble(Observed::clearance).min().orElse(0);
        }
    }

    private static final List<String> OPEN = List.of("open", "open-primitive");

    private static final List<String> CLOSED = List.of("closed", "closed-primitive");

    private static final List<Finding> FINDINGS = List.of(
            new Finding("Calls in turn take a multiple of calls side by side.", OPEN,
                    "a run in which the whole interval of `sequential` lies below 2×",
                    table -> slower(table, "sequential", 2)),
            new Finding("With users who wait for their answers, calls in turn are slower too.", CLOSED,
                    "a run in which `sequential` is as good as the best", table -> slower(table, "sequential", 1)),
            new Finding("With users who wait, one actor that combines for all requests is a bottleneck.", CLOSED,
                    "a run in which `akka` is as good as the best", table -> slower(table, "akka", 1)),
            new Finding("Below capacity and with equal budgets the choice of library makes no difference that matters.", OPEN,
                    "a run in which a strategy that makes its calls side by side, and keeps up, is shown to be slower",
                    PublishedFindings::equivalence),
            new Finding("The Disruptor as published does not keep up with 50 requests/s.", OPEN,
                    "a run in which `disruptor` keeps up", table -> behind(table, "disruptor")),
            new Finding("A non-blocking client, or virtual threads, serve the same load with a fraction of the threads.", OPEN,
                    "a run in which `http-async` or `virtual-threads` need more than half of the threads of `executor`",
                    PublishedFindings::threads),
            new Finding("With the pools of the articles, pool and topology decide who keeps up, and not the library.", List.of("articles-open"),
                    "a run in which a strategy keeps up with more than its threads and its topology can carry, or falls behind with less",
                    PublishedFindings::carries),
            new Finding("With the pools of the articles, users get what a full pool can carry, whatever the library.", List.of("articles-closed"),
                    "a run in which a strategy that keeps up, and whose pool is its limit, answers less than 90 % or more than 110 % of that",
                    PublishedFindings::answers));

    private PublishedFindings() {}

    /** @param docs the folder of the documentation */
    static String of(Path docs) throws IOException {
        List<Placed> all = PublishedStep.all(docs.resolve("results"));
        List<Judged> judged = new ArrayList<>();
        for (Finding finding : FINDINGS) {
            Map<Placed, Observed> byResult = new LinkedHashMap<>();
            for (String step : finding.steps()) {
                for (Placed placed : newestOfEachMachine(all, step)) {
                    finding.judge().apply(PublishedFigures.table(placed.folder())).ifPresent(observed -> byResult.put(placed, observed));
                }
            }
            judged.add(new Judged(finding, byResult));
        }
        judged.sort(Comparator.comparing((Judged each) -> each.held() == each.decided())
                .thenComparing(Judged::machines)
                .thenComparing(Judged::clearance)
                .reversed());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < judged.size(); i++) {
            text.append(describe(i + 1, judged.get(i)));
        }
        return text.toString();
    }

    static List<Placed> newestOfEachMachine(List<Placed> all, String step) {
        return List.copyOf(all.stream()
                .filter(placed -> placed.step().step().equals(step))
                .collect(Collectors.toMap(
                        PublishedFindings::machine, Function.identity(),
                        (newest, _) -> newest, LinkedHashMap::new))
                .values());
    }

    /** Processor and cores. */
    static String machine(Placed placed) {
        return placed.step().machine().cpuModel() + ", " + placed.step().machine().cores() + " cores";
    }

    /** Where nothing is said the lists are boxed. */
    static String machineAndLayout(Placed placed) {
        return machine(placed) + (placed.step().step().endsWith("-primitive") ? ", primitive lists" : "");
    }

    private static String describe(int number, Judged judged) {
        long decided = judged.decided();
        long undecided = judged.byResult().size() - decided;
        StringBuilder text = new StringBuilder();
        text.append(number).append(". **").append(judged.finding().statement()).append("** ")
                .append(decided == 0
                        ? "No result decides it."
                        : (judged.held() == decided
                                        ? "Held in " + judged.held() + " of " + Format.count(decided, "run") + ", on "
                                                + Format.count(judged.machines(), "machine") + "."
                                        : "**Did not hold in " + (decided - judged.held()) + " of " + Format.count(decided, "run") + ".**")
                                + (undecided == 0 ? "" : " Not decided in " + undecided + " more."))
                .append('\n');
        judged.byResult().forEach((placed, observed) -> text.append("    - %s, commit `%s`: %s ([result](../results/%s/report.md))\n"
                .formatted(machineAndLayout(placed), placed.step().commit(), observed.figures(), placed.name())));
        return text.append("    - Would be refuted by ").append(judged.finding().refutedBy()).append(".\n").toString();
    }

    /** An interval that has the bound within it decides nothing. */
    private static Optional<Observed> slower(ComparisonTable table, String strategy, double bound) {
        return find(table, strategy).map(row -> {
            Interval interval = row.place().interval();
            if (interval == null) {
                return new Observed(false, false, 0, row.place().verdict() == Verdict.BEST
                        ? "it has the lowest median of all"
                        : "not ranked, " + row.standing().reason());
            }
            boolean held = row.place().verdict() == Verdict.SLOWER && interval.low() > bound;
            boolean refuted = row.place().verdict() == Verdict.EQUIVALENT || interval.high() < bound;
            return new Observed(held || refuted, held,
                    Math.log(interval.low() / bound) / Math.log(interval.high() / interval.low()),
                    "%s to %s the time of the best, %d blocks".formatted(
                            Format.times(interval.low()), Format.times(interval.high()), ranking(table).blocks()));
        });
    }

    private static Optional<Observed> equivalence(ComparisonTable table) {
        List<Row> rows = table.rows().stream()
                .filter(row -> row.standing().keptUp() && !row.topology().callsInTurn())
                .toList();
        long equivalent = rows.stream()
                .filter(row -> row.place().verdict() == Verdict.EQUIVALENT || row.place().verdict() == Verdict.BEST)
                .count();
        List<String> slower = rows.stream()
                .filter(row -> row.place().verdict() == Verdict.SLOWER)
                .map(row -> "`" + row.name() + "`")
                .toList();
        double high = rows.stream()
                .filter(row -> row.place().verdict() == Verdict.EQUIVALENT)
                .map(row -> Objects.requireNonNull(row.place().interval()))
                .mapToDouble(Interval::high)
                .max()
                .orElse(Double.NaN);
        String shown = slower.isEmpty() ? "none is shown to be slower" : "slower: " + Format.list(slower);
        String found = " A difference of %s would be found; %d blocks"
                .formatted(Format.percent(ranking(table).detectableRatio() - 1), ranking(table).blocks());
        // The best alone says nothing of the others.
        boolean tells = equivalent > 1 || !slower.isEmpty();
        return Optional.of(new Observed(tells, slower.isEmpty(), 0, (tells
                ? "%d of %d take less than 5 %% longer than the best (their intervals end at %s or below), %s; not decided: %d."
                        .formatted(equivalent, rows.size(), Format.times(high), shown, rows.size() - equivalent - slower.size())
                : "no interval of %d is narrow enough to tell, %s.".formatted(rows.size(), shown)) + found));
    }

    private static Optional<Observed> behind(ComparisonTable table, String strategy) {
        // Of an invalid trial nobody knows whether it kept up.
        return find(table, strategy).filter(row -> !row.anyInvalid()).map(row -> new Observed(!row.standing().keptUp(), 0, "%s, %d blocks".formatted(
                row.standing().reason(), table.blocks())));
    }

    /** Whether those keep up whose X_max is above the rate. */
    private static Optional<Observed> carries(ComparisonTable table) {
        double rate = table.results().settings().load().ratePerSecond();
        List<String> against = table.rows().stream()
                .filter(row -> row.standing().keptUp() != row.limit().perSecond() > rate)
                .map(row -> "`" + row.name() + "`")
                .toList();
        List<Row> kept = table.rows().stream().filter(row -> row.standing().keptUp()).toList();
        List<Row> behind = table.rows().stream().filter(row -> !row.standing().keptUp()).toList();
        return Optional.of(new Observed(against.isEmpty(), 0,
                "%d of %d keep up with %s/s and can carry %s; the others can carry %s%s; %d blocks".formatted(
                        kept.size(), table.rows().size(), Format.setting(rate), limits(kept), limits(behind),
                        against.isEmpty() ? "" : "; against it: " + Format.list(against), table.blocks())));
    }

    private static String limits(List<Row> rows) {
        DoubleSummaryStatistics limits = rows.stream().mapToDouble(row -> row.limit().perSecond()).summaryStatistics();
        return rows.isEmpty() ? Format.NONE : Format.rate(limits.getMin()) + " to " + Format.rate(limits.getMax());
    }

    private static Optional<Observed> answers(ComparisonTable table) {
        DoubleSummaryStatistics shares = table.rows().stream()
                .filter(row -> row.standing().keptUp() && row.limit().resource() == Bound.Resource.IO_POOL)
                .mapToDouble(row -> Objects.requireNonNull(row.figure(figures -> figures.achievedPerSecond())) / row.limit().perSecond())
                .summaryStatistics();
        return shares.getCount() == 0 ? Optional.empty() : Optional.of(new Observed(
                shares.getMin() >= 0.9 && shares.getMax() <= 1.1, 0,
                "%s to %s of it, %d of %d strategies, %d blocks".formatted(Format.percent(shares.getMin()), Format.percent(shares.getMax()),
                        shares.getCount(), table.rows().size(), table.blocks())));
    }

    private static Optional<Observed> threads(ComparisonTable table) {
        @Nullable Integer executor = threads(table, "executor");
        @Nullable Integer async = threads(table, "http-async");
        @Nullable Integer virtual = threads(table, "virtual-threads");
        return executor == null || async == null || virtual == null
                ? Optional.empty()
                : Optional.of(new Observed(Math.max(async, virtual) * 2 < executor, 0,
                        "at most %d with `http-async`, %d with `virtual-threads`, %d with `executor`; %d blocks".formatted(
                                async, virtual, executor, table.blocks())));
    }

    private static @Nullable Integer threads(ComparisonTable table, String strategy) {
        return find(table, strategy).map(row -> row.figure(figures -> figures.resources().peakThreads())).orElse(null);
    }

    static Ranking ranking(ComparisonTable table) {
        return Objects.requireNonNull(table.ranking(), "one block gives no ranking");
    }

    private static Optional<Row> find(ComparisonTable table, String strategy) {
        return table.rows().stream().filter(row -> row.name().equals(strategy)).findFirst();
    }
}
