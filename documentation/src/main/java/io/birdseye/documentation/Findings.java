package io.birdseye.documentation;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.documentation.Findings.Observed.Answer;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the project, each judged on the result of every machine: first those that a run could refute, of them
 * those that held everywhere, and on most machines. What follows from the configuration stands apart.
 */
final class Findings {

    /** @param judge what a result says of it; empty where it does not have the strategies */
    private record Finding(
            String statement, List<String> steps, String refutedBy, Function<ComparisonTable, Optional<Observed>> judge, @Nullable String construction) {

        Finding(String statement, List<String> steps, String refutedBy, Function<ComparisonTable, Optional<Observed>> judge) {
            this(statement, steps, refutedBy, judge, null);
        }

        /** @param arithmetic why no valid run can show anything else */
        Finding byConstruction(String arithmetic) {
            return new Finding(statement, steps, refutedBy, judge, arithmetic);
        }
    }

    /** What one result says. */
    record Observed(Answer answer, String figures) {

        /** An interval that has the bound within it decides nothing. */
        enum Answer { HELD, DID_NOT_HOLD, NOT_DECIDED }

        Observed(boolean held, String figures) {
            this(held ? Answer.HELD : Answer.DID_NOT_HOLD, figures);
        }
    }

    private record Judged(Finding finding, Map<CommittedResult, Observed> byResult) {

        long count(Answer answer) {
            return byResult.values().stream().filter(each -> each.answer() == answer).count();
        }

        long machines() {
            return byResult.entrySet().stream()
                    .filter(each -> each.getValue().answer() == Answer.HELD)
                    .map(each -> each.getKey().machine()).distinct().count();
        }

        String text() {
            long held = count(Answer.HELD);
            long not = count(Answer.DID_NOT_HOLD);
            String undecided = count(Answer.NOT_DECIDED) == 0 ? "" : " Not decided in " + count(Answer.NOT_DECIDED) + " more.";
            return "**" + finding.statement() + "** "
                    + (held + not == 0 ? "No result decides it."
                            : not == 0 ? "Held in %d of %s, on %s.%s".formatted(held, Format.count(held, "run"), Format.count(machines(), "machine"), undecided)
                                    : "**Did not hold in %d of %s.**%s".formatted(not, Format.count(held + not, "run"), undecided))
                    + byResult.entrySet().stream().map(each -> "\n    - %s, %s: %s (%s)".formatted(
                            each.getKey().machineAndLayout(), each.getKey().version(), each.getValue().figures(),
                            each.getKey().link("result", "results.json"))).collect(Collectors.joining())
                    + (finding.construction() == null ? "\n    - Would be refuted by a run in which " + finding.refutedBy() + "."
                            : "\n    - By construction: " + finding.construction() + " A run of this configuration in which " + finding.refutedBy()
                                    + " would be a fault of the measurement.");
        }
    }

    private static final List<String> OPEN = List.of("open", "open-primitive");
    private static final List<String> CLOSED = List.of("closed", "closed-primitive");

    private static final List<Finding> ALL = List.of(
            new Finding("Calls in turn take a multiple of calls side by side.", OPEN,
                    "the whole interval of `sequential` lies below 2×", table -> slower(table, "sequential", 2))
                    .byConstruction("four calls of 200 ms in turn take 800 ms, and side by side 200 ms."),
            new Finding("With users who wait for their answers, calls in turn are slower too.", CLOSED,
                    "`sequential` is as good as the best", table -> slower(table, "sequential", 1)),
            new Finding("With users who wait, one actor that combines for all requests is a bottleneck.", CLOSED,
                    "`akka` is as good as the best", table -> slower(table, "akka", 1)),
            new Finding("Below capacity and with equal budgets the choice of library makes no difference that matters.", OPEN,
                    "a strategy that makes its calls side by side, and keeps up, is shown to be slower", Findings::equivalence),
            new Finding("The Disruptor as published does not keep up with 50 requests/s.", OPEN,
                    "`disruptor` keeps up", table -> behind(table, "disruptor"))
                    .byConstruction("its budget of 60 threads was split as the article's program splits its own, so 7 threads made"
                            + " all calls for `comments`, which carry 7 / 0.2 s = 35/s. (Today each stage has 20 of 80, which is not measured here.)"),
            new Finding("A non-blocking client, or virtual threads, serve the same load with a fraction of the threads.", OPEN,
                    "`http-async` or `virtual-threads` need more than half of the threads of `executor`", Findings::threads),
            new Finding("With the pools of the articles, pool and topology decide who keeps up, and not the library.", List.of("articles-open"),
                    "a strategy keeps up with more than its threads and its topology can carry, or falls behind with less",
                    Findings::carries)
                    .byConstruction("a pool carries its threads divided by the time for which a request holds them, and the pools are of different sizes."),
            new Finding("With the pools of the articles, users get what a full pool can carry, whatever the library.", List.of("articles-closed"),
                    "a strategy that keeps up, and whose pool is its limit, answers less than 90 % or more than 110 % of that",
                    Findings::answers));

    private Findings() {}

    static String of(List<CommittedResult> all) {
        List<Judged> judged = ALL.stream()
                .map(finding -> judged(finding, all))
                .sorted(Comparator.comparing((Judged each) -> each.finding().construction() != null)
                        .thenComparing(each -> each.count(Answer.DID_NOT_HOLD) > 0)
                        .thenComparing(Comparator.comparingLong(Judged::machines).reversed()))
                .toList();
        int open = (int) judged.stream().filter(each -> each.finding().construction() == null).count();
        return numbered(judged, 0, open) + "\n\n**By construction.** These follow from the configuration of the runs, so that they held shows"
                + " that the measurement works, and nothing about the strategies:\n\n" + numbered(judged, open, judged.size());
    }

    private static String numbered(List<Judged> judged, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> (i + 1) + ". " + judged.get(i).text()).collect(Collectors.joining("\n"));
    }

    private static Judged judged(Finding finding, List<CommittedResult> all) {
        Map<CommittedResult, Observed> byResult = new LinkedHashMap<>();
        finding.steps().stream().flatMap(step -> Pages.ofEachMachine(all, step).stream()).forEach(result ->
                finding.judge().apply(result.table()).ifPresent(observed -> byResult.put(result, observed)));
        return new Judged(finding, byResult);
    }

    private static Optional<Observed> slower(ComparisonTable table, String strategy, double bound) {
        return find(table, strategy).map(row -> {
            Interval interval = row.place().interval();
            if (interval == null) {
                return new Observed(Answer.NOT_DECIDED, row.place().verdict() == Verdict.BEST
                        ? "it has the lowest median of all" : "not ranked, " + row.standing().reason());
            }
            boolean held = row.place().verdict().shownSlower() && interval.low() > bound;
            boolean refuted = row.place().verdict() == Verdict.EQUIVALENT || interval.high() < bound;
            return new Observed(held ? Answer.HELD : refuted ? Answer.DID_NOT_HOLD : Answer.NOT_DECIDED,
                    "%s to %s the time of the best, %d blocks".formatted(
                            Format.times(interval.low()), Format.times(interval.high()), ranking(table).blocks()));
        });
    }

    private static Optional<Observed> equivalence(ComparisonTable table) {
        List<Row> rows = rows(table, row -> row.standing().isComparable() && !row.topology().callsInTurn());
        long equivalent = rows.stream()
                .filter(row -> row.place().verdict() == Verdict.EQUIVALENT || row.place().verdict() == Verdict.BEST).count();
        List<Row> slower = rows.stream().filter(row -> row.place().verdict().shownSlower()).toList();
        double high = rows.stream()
                .filter(row -> row.place().verdict() == Verdict.EQUIVALENT)
                .mapToDouble(row -> Objects.requireNonNull(row.place().interval()).high())
                .max().orElse(Double.NaN);
        // The best alone says nothing of the others.
        boolean tells = equivalent > 1 || !slower.isEmpty();
        String shown = slower.isEmpty() ? "none is shown to be slower" : "slower: " + names(slower);
        return Optional.of(new Observed(!tells ? Answer.NOT_DECIDED : slower.isEmpty() ? Answer.HELD : Answer.DID_NOT_HOLD, (tells
                ? "%d of %d take less than 5 %% longer than the best (their intervals end at %s or below), %s; not decided: %d."
                        .formatted(equivalent, rows.size(), Format.times(high), shown, rows.size() - equivalent - slower.size())
                : "no interval of %d is narrow enough to tell, %s.".formatted(rows.size(), shown))
                + " A difference of %s would be found; %d blocks".formatted(
                        Format.percent(ranking(table).detectableRatio() - 1), ranking(table).blocks())));
    }

    /** Where too few trials are valid nobody knows whether it kept up. */
    private static Optional<Observed> behind(ComparisonTable table, String strategy) {
        return find(table, strategy).filter(row -> row.isJudged()).map(row -> new Observed(
                !row.standing().keptUp(), "%s, %d blocks".formatted(row.standing().reason(), table.blocks())));
    }

    /** Whether those keep up whose X_max is above the rate. */
    private static Optional<Observed> carries(ComparisonTable table) {
        double rate = table.results().settings().load().ratePerSecond();
        List<Row> against = rows(table, row -> row.standing().keptUp() != row.limit().perSecond() > rate);
        List<Row> kept = rows(table, row -> row.standing().keptUp());
        return Optional.of(new Observed(against.isEmpty(), "%d of %d keep up with %s/s and can carry %s; the others can carry %s%s; %d blocks".formatted(
                kept.size(), table.rows().size(), Format.setting(rate), limits(kept), limits(rows(table, row -> !row.standing().keptUp())),
                against.isEmpty() ? "" : "; against it: " + names(against), table.blocks())));
    }

    private static String limits(List<Row> rows) {
        DoubleSummaryStatistics limits = rows.stream().mapToDouble(row -> row.limit().perSecond()).summaryStatistics();
        return rows.isEmpty() ? Format.NONE : Format.rate(limits.getMin()) + " to " + Format.rate(limits.getMax());
    }

    private static Optional<Observed> answers(ComparisonTable table) {
        DoubleSummaryStatistics shares = rows(table, row -> row.standing().keptUp() && row.limit().resource() == Bound.Resource.IO_POOL).stream()
                .mapToDouble(row -> Objects.requireNonNull(row.figure(figures -> figures.achievedPerSecond())) / row.limit().perSecond())
                .summaryStatistics();
        return shares.getCount() == 0 ? Optional.empty() : Optional.of(new Observed(
                shares.getMin() >= 0.9 && shares.getMax() <= 1.1, "%s to %s of it, %d of %d strategies, %d blocks".formatted(
                        Format.percent(shares.getMin()), Format.percent(shares.getMax()), shares.getCount(), table.rows().size(), table.blocks())));
    }

    private static Optional<Observed> threads(ComparisonTable table) {
        List<Integer> threads = List.of("http-async", "virtual-threads", "executor").stream()
                .flatMap(name -> find(table, name).stream())
                .map(row -> Objects.requireNonNull(row.figure(figures -> figures.resources().peakThreads())))
                .toList();
        return threads.size() < 3 ? Optional.empty() : Optional.of(new Observed(
                Math.max(threads.get(0), threads.get(1)) * 2 < threads.get(2),
                "at most %d with `http-async`, %d with `virtual-threads`, %d with `executor`; %d blocks".formatted(
                        threads.get(0), threads.get(1), threads.get(2), table.blocks())));
    }

    static Ranking ranking(ComparisonTable table) {
        return Objects.requireNonNull(table.ranking(), "one block gives no ranking");
    }

    private static List<Row> rows(ComparisonTable table, Predicate<Row> which) {
        return table.rows().stream().filter(which).toList();
    }

    private static String names(List<Row> rows) {
        return Format.list(rows.stream().map(row -> "`" + row.name() + "`").toList());
    }

    private static Optional<Row> find(ComparisonTable table, String strategy) {
        return table.rows().stream().filter(row -> row.name().equals(strategy)).findFirst();
    }
}
