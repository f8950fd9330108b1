package io.birdseye.documentation;

import io.birdseye.model.Format;
import io.birdseye.documentation.Findings.Observed.Answer;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
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

    /**
     * @param refutable false where it follows from the configuration of the runs
     * @param because what would refute it, or the arithmetic from which it follows
     * @param judge what a result says of it; empty where it does not have the strategies
     */
    private record Finding(
            String statement, boolean refutable, String because, Function<ComparisonTable, Optional<Observed>> judge) {

        static Finding refutedIf(String refuting, String statement, Function<ComparisonTable, Optional<Observed>> judge) {
            return new Finding(statement, true, "Refuted if " + refuting + ".", judge);
        }

        static Finding follows(String arithmetic, String statement, Function<ComparisonTable, Optional<Observed>> judge) {
            return new Finding(statement, false, arithmetic, judge);
        }
    }

    /**
     * What one result says.
     *
     * @param words with a place for each range; results with the same words are told together
     */
    record Observed(Answer answer, String words, List<Range> ranges) {

        /** An interval that has the bound within it decides nothing. */
        enum Answer { HELD, DID_NOT_HOLD, NOT_DECIDED }

        Observed(boolean held, String words, Range... ranges) {
            this(held ? Answer.HELD : Answer.DID_NOT_HOLD, words, List.of(ranges));
        }
    }

    /** From the lowest to the highest figure of one result or several. */
    record Range(double low, double high, DoubleFunction<String> format) {

        static Range of(double figure, DoubleFunction<String> format) {
            return new Range(figure, figure, format);
        }

        private Range with(Range other) {
            return new Range(Math.min(low, other.low), Math.max(high, other.high), format);
        }

        private String words() {
            return low == high ? format.apply(low) : format.apply(low) + " to " + format.apply(high);
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
            long open = count(Answer.NOT_DECIDED);
            return "**" + finding.statement() + "**"
                    + (held == 0 ? "" : " Held in %d of %s, on %s: %s.".formatted(
                            held, Format.count(held + not, "run"), Format.count(machines(), "machine"), figures(Answer.HELD)))
                    + (not == 0 ? "" : " **Did not hold in %d of %s**: %s.".formatted(not, Format.count(held + not, "run"), figures(Answer.DID_NOT_HOLD)))
                    + (open == 0 ? "" : " Not decided in %d: %s.".formatted(open, figures(Answer.NOT_DECIDED)))
                    + " " + finding.because();
        }

        private String figures(Answer answer) {
            return byResult.entrySet().stream()
                    .filter(each -> each.getValue().answer() == answer)
                    .collect(Collectors.groupingBy(each -> each.getValue().words(), LinkedHashMap::new, Collectors.toList()))
                    .entrySet().stream()
                    .map(alike -> alike.getKey().formatted(merged(alike.getValue().stream().map(each -> each.getValue().ranges()).toList()))
                            + alike.getValue().stream().map(each -> each.getKey().link(each.getKey().machine().replace("(R)", ""), "results.json"))
                                    .collect(Collectors.joining(", ", " (", ")")))
                    .collect(Collectors.joining("; "));
        }

        private static Object[] merged(List<List<Range>> all) {
            return IntStream.range(0, all.getFirst().size())
                    .mapToObj(i -> all.stream().map(ranges -> ranges.get(i)).reduce(Range::with).orElseThrow().words()).toArray();
        }
    }

    private static final List<Finding> ALL = List.of(
            Finding.follows("Four calls of 200 ms take 800 ms in turn and 200 ms side by side.",
                    "Calls in turn take a multiple of calls side by side.", Findings::inTurn),
            Finding.refutedIf("a strategy that calls side by side, and keeps up, is shown to be slower",
                    "Below capacity and with equal budgets the choice of library makes no difference that matters.", Findings::equivalence),
            Finding.refutedIf("either needs more than half of the threads of `executor`",
                    "A non-blocking client, or virtual threads, serve the same load with a fraction of the threads.", Findings::threads));

    private Findings() {}

    static String of(List<CommittedResult> all) {
        List<Judged> judged = ALL.stream()
                .map(finding -> judged(finding, all))
                .sorted(Comparator.comparing((Judged each) -> !each.finding().refutable())
                        .thenComparing(each -> each.count(Answer.DID_NOT_HOLD) > 0)
                        .thenComparing(Comparator.comparingLong(Judged::machines).reversed()))
                .toList();
        int open = (int) judged.stream().filter(each -> each.finding().refutable()).count();
        return numbered(judged, 0, open) + "\n\n**By construction.** These follow from the configuration, so that they held shows only that the measurement works.\n\n"
                + numbered(judged, open, judged.size());
    }

    private static String numbered(List<Judged> judged, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> (i + 1) + ". " + judged.get(i).text()).collect(Collectors.joining("\n"));
    }

    private static Judged judged(Finding finding, List<CommittedResult> all) {
        Map<CommittedResult, Observed> byResult = new LinkedHashMap<>();
        Pages.ofEachMachine(all, "compare").forEach(result -> finding.judge().apply(result.table()).ifPresent(observed -> byResult.put(result, observed)));
        return new Judged(finding, byResult);
    }

    private static Optional<Observed> inTurn(ComparisonTable table) {
        return find(table, "sequential").flatMap(row -> Optional.ofNullable(row.place().interval())).map(interval -> new Observed(
                interval.low() > 2 ? Answer.HELD : interval.high() < 2 ? Answer.DID_NOT_HOLD : Answer.NOT_DECIDED,
                "%s the time of the best", List.of(new Range(interval.low(), interval.high(), Format::times))));
    }

    private static Optional<Observed> equivalence(ComparisonTable table) {
        List<Row> rows = rows(table, row -> row.standing().isComparable() && !row.topology().callsInTurn());
        List<Double> highs = rows.stream()
                .filter(row -> row.place().verdict() == Verdict.EQUIVALENT)
                .map(row -> Objects.requireNonNull(row.place().interval()).high()).toList();
        List<Row> slower = rows.stream().filter(row -> row.place().verdict().shownSlower()).toList();
        Range detectable = Range.of(ranking(table).detectableRatio() - 1, Format::percent);
        return Optional.of(!slower.isEmpty() ? new Observed(false, names(slower) + " slower; a difference of %s would be found", detectable)
                // The best alone says nothing of the others.
                : highs.isEmpty() ? new Observed(Answer.NOT_DECIDED, "no interval is narrow enough; a difference of %s would be found", List.of(detectable))
                : new Observed(true, "%s of %s strategies are as good as the best (intervals end at %s); a difference of %s would be found",
                        Range.of(highs.size() + 1, Format::plain), Range.of(rows.size(), Format::plain),
                        Range.of(Collections.max(highs), Format::times), detectable));
    }

    private static Optional<Observed> threads(ComparisonTable table) {
        List<Integer> threads = List.of("http-async", "virtual-threads", "executor").stream()
                .flatMap(name -> find(table, name).stream())
                .map(row -> Objects.requireNonNull(row.figure(figures -> figures.resources().peakThreads())))
                .toList();
        return threads.size() < 3 ? Optional.empty() : Optional.of(new Observed(
                Math.max(threads.get(0), threads.get(1)) * 2 < threads.get(2),
                "%s with `http-async`, %s with `virtual-threads`, %s with `executor`",
                threads.stream().map(each -> Range.of(each, Format::plain)).toArray(Range[]::new)));
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
