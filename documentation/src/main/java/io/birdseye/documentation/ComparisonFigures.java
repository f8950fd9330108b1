package io.birdseye.documentation;

import io.birdseye.model.Format;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.BlockFigures;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What README, the findings and the tables show of the comparisons: the finding of each machine, and of one machine a table for the open load and
 * one for users, each with boxed lists and with primitive ones.
 */
final class ComparisonFigures {

    private record Run(CommittedResult result, ComparisonTable table) {

        List<Row> kept() {
            return table.rows().stream().filter(row -> row.standing().isComparable()).toList();
        }
    }

    private final List<CommittedResult> all;
    private final List<Run> opens;

    ComparisonFigures(List<CommittedResult> all) {
        this.all = List.copyOf(all);
        this.opens = ofEachMachine("open");
    }

    /** Those with most strategies, first the one that can find the smallest difference. */
    private List<Run> ofEachMachine(String step) {
        List<Run> runs = new ArrayList<>();
        Pages.ofEachMachine(all, step).forEach(result -> runs.add(new Run(result, result.table())));
        int most = runs.stream().mapToInt(run -> run.table().rows().size()).max().orElse(0);
        return runs.stream()
                .filter(run -> run.table().rows().size() == most)
                .sorted(Comparator.comparingDouble(run -> Findings.ranking(run.table()).detectableRatio()))
                .toList();
    }

    /** The finding of each machine, and the one with primitive lists. */
    String finding() {
        return Stream.concat(opens.stream(), ofEachMachine("open-primitive").stream().limit(1))
                .map(run -> "- " + run.result().machineAndLayout() + ": " + finding(run))
                .collect(Collectors.joining("\n"));
    }

    private static String finding(Run run) {
        List<Row> parallel = run.kept().stream().filter(row -> !row.topology().callsInTurn()).toList();
        DoubleSummaryStatistics medians = stats(parallel, ComparisonFigures::median);
        String inTurn = run.kept().stream()
                .filter(row -> row.topology().callsInTurn())
                .map(row -> " `%s` takes %s ms.".formatted(row.name(), Format.number(median(row))))
                .collect(Collectors.joining());
        List<String> behind = run.table().rows().stream().filter(row -> !row.standing().keptUp()).map(ComparisonFigures::behind).toList();
        List<String> errors = run.table().rows().stream()
                .filter(row -> row.standing().grade() == Grade.TOO_MANY_ERRORS)
                .map(row -> "`" + row.name() + "` (" + Format.smallPercent(Objects.requireNonNull(row.errorShare())) + ")").toList();
        double[] cores = parallel.stream()
                .flatMap(row -> Stream.ofNullable(row.figure(figures -> figures.resources().serviceCores())))
                .mapToDouble(Double::doubleValue).sorted().toArray();
        return "**%d of %d strategies answer in %s to %s ms**; the floor is %s, the service kept about %s of the cores busy.%s%s%s".formatted(
                parallel.size(), run.table().rows().size(), Format.number(medians.getMin()), Format.number(medians.getMax()),
                parallel.getFirst().floor().inWords(),
                Format.percent(cores[cores.length / 2] / run.result().step().machine().cores()), inTurn,
                behind.isEmpty() ? "" : " Did not keep up: " + Format.list(behind) + ".",
                errors.isEmpty() ? "" : " Kept up with too many errors: " + Format.list(errors) + ".");
    }

    /** With the number of blocks, where it kept up in others. */
    private static String behind(Row row) {
        List<Row.Block> counted = row.blocks().stream().filter(Row.Block::counts).toList();
        long behind = counted.stream().filter(block -> !block.standing().keptUp()).count();
        return "`" + row.name() + "`" + (behind == counted.size() ? "" : " in " + behind + " of " + counted.size() + " blocks");
    }

    /** All strategies of a step with an open load. */
    String open(String step) {
        Run run = ofEachMachine(step).getFirst();
        return open(run, run.table().rows());
    }

    private static String open(Run run, List<Row> rows) {
        return "| strategy | kept up | errors | p50 ms | p99 ms | excess ms | CPU ms/req, without JIT | with JIT | threads |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n"
                + rows.stream().map(row -> "| `%s` | %s | %s | %s | %s | %s | %s | %s | %.0f |\n".formatted(
                        row.name(), keptUp(row), errors(row), whenKept(row, Format.number(row.medianMs())), whenKept(row, p99(row)),
                        whenKept(row, row.excess()),
                        whenKept(row, fixed(row.figure(Metric.PROGRAM_CPU::orNaN), 1)),
                        whenKept(row, fixed(row.figure(figures -> figures.cpuMsPerAnswer()), 1)),
                        threads(row))).collect(Collectors.joining())
                + "\n" + loadOf(run) + run.result().measured();
    }

    private static String loadOf(Run run) {
        return "Load: " + run.table().results().settings().load().describe() + ". ";
    }

    /** All strategies of a step with users who wait for their answers. */
    String closed(String step) {
        Run run = ofEachMachine(step).getFirst();
        return "| strategy | kept up | errors | answers/s | against the best | p50 ms | p99 ms | threads |\n|---|---|--:|--:|---|--:|--:|--:|\n"
                + run.table().rows().stream().map(row -> "| `%s` | %s | %s | %s | %s | %s | %s | %.0f |\n".formatted(
                        row.name(), keptUp(row), errors(row), fixed(row.figure(figures -> figures.achievedPerSecond()), 1), row.place().words(),
                        whenKept(row, Format.number(row.medianMs())), whenKept(row, p99(row)), threads(row))).collect(Collectors.joining())
                + "\n" + loadOf(run) + run.result().measured();
    }

    /** Whether strategies differ in the CPU time of a request, by the ranking of each result that has one. */
    String cpu() {
        List<Run> runs = Stream.of("open", "open-primitive", "closed", "closed-primitive")
                .flatMap(step -> ofEachMachine(step).stream())
                .filter(run -> run.table().rankings().containsKey(Metric.PROGRAM_CPU))
                .toList();
        boolean differs = runs.stream().flatMap(run -> Stream.ofNullable(run.table().rankings().get(Metric.PROGRAM_CPU)))
                .anyMatch(ranking -> !takingMore(ranking).isEmpty());
        return "- **" + (differs ? "Some strategies take more CPU time for a request." : "No result shows that a strategy takes more CPU time for a request.")
                + "** They are compared with the best like the median, without the compilers:"
                + runs.stream().map(ComparisonFigures::cpu).collect(Collectors.joining());
    }

    private static List<Ranking.Place> takingMore(Ranking ranking) {
        return ranking.places().stream()
                .filter(place -> place.verdict().shownSlower())
                .sorted(Comparator.comparing(Ranking.Place::ratio).reversed())
                .toList();
    }

    private static String namesOf(Ranking ranking) {
        List<Ranking.Place> more = takingMore(ranking);
        return more.isEmpty() ? "none" : more.stream().map(ComparisonFigures::more).collect(Collectors.joining(", "));
    }

    /** What the compilers take fades within minutes; a service that starts often pays it often. */
    private static Ranking withCompilers(Run run, List<Row> ranked) {
        return Ranking.of(ranked.stream().collect(Collectors.toMap(Row::name, row -> List.copyOf(BlockFigures.of(
                run.table().trials(row), measured -> Objects.requireNonNull(measured.cpuMsPerAnswer())).values()))), run.table().results().settings().marginOrDefault());
    }

    private static String more(Ranking.Place place) {
        Interval interval = Objects.requireNonNull(place.interval());
        return interval.high() >= 2
                ? "`%s` %s (%s)".formatted(place.strategy(), Format.times(place.ratio()), interval.inWords())
                : "`%s` %s (%s to %s)".formatted(place.strategy(), Format.percent(place.ratio() - 1),
                        Format.percent(interval.low() - 1).replace(" %", ""), Format.percent(interval.high() - 1));
    }

    private static String cpu(Run run) {
        Ranking ranking = Objects.requireNonNull(run.table().rankings().get(Metric.PROGRAM_CPU));
        List<Row> ranked = run.kept().stream().filter(row -> row.place(Metric.PROGRAM_CPU) != null).toList();
        Ranking all = withCompilers(run, ranked);
        DoubleSummaryStatistics without = stats(ranked, row -> Objects.requireNonNull(row.figure(Metric.PROGRAM_CPU::orNaN)));
        DoubleSummaryStatistics with = stats(ranked, row -> Objects.requireNonNull(row.figure(figures -> figures.cpuMsPerAnswer())));
        return "\n    - %s, %s: %s to %s ms (%s to %s ms with the compilers). Shown to take more than `%s`, of %d strategies: %s; a difference of %s would be found. With the compilers more than `%s`: %s (%s)".formatted(
                run.result().machineAndLayout(), run.table().results().settings().load().describe(),
                Format.fixed(without.getMin(), 1), Format.fixed(without.getMax(), 1), Format.fixed(with.getMin(), 1), Format.fixed(with.getMax(), 1),
                ranking.places().getFirst().strategy(), ranked.size(), namesOf(ranking),
                Format.percent(ranking.detectableRatio() - 1), all.places().getFirst().strategy(), namesOf(all), run.result().link("result", "results.json"));
    }

    /** What {@code docs/explanation/articles.md} shows of the runs with the pools of the articles. */
    static String articles(CommittedResult arrivals, CommittedResult users) {
        ComparisonTable open = arrivals.table();
        ComparisonTable closed = users.table();
        return "| strategy | calls + combinations at once | can carry /s | because | keeps up with %s/s | p50 ms | excess ms | %d users: answers/s |\n".formatted(
                        Format.setting(open.results().settings().load().ratePerSecond()), closed.results().settings().load().users())
                + "|---|--:|--:|---|---|--:|--:|--:|\n"
                + closed.rows().stream().map(row -> articleLine(row, find(open, row.name()))).collect(Collectors.joining())
                + "\n" + arrivals.measured() + "\n\n" + users.measured() + " It gives the pools, what a strategy can carry, and the last column.";
    }

    private static String articleLine(Row row, Row atRate) {
        boolean kept = atRate.standing().keptUp();
        return "| `%s` | %d + %d | %s | %s | %s | %s | %s | %s |\n".formatted(
                row.name(), row.budget().ioConcurrency(), row.budget().cpuConcurrency(),
                Format.fixed(row.limit().perSecond(), 1), row.limit().reason(), kept ? "yes" : "no",
                Format.number(kept ? atRate.medianMs() : null),
                kept ? atRate.excess() : Format.NONE,
                fixed(row.figure(figures -> figures.achievedPerSecond()), 1));
    }

    private static Row find(ComparisonTable table, String strategy) {
        return table.rows().stream()
                .filter(row -> row.name().equals(strategy))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the results lack '" + strategy + "'"));
    }

    private static DoubleSummaryStatistics stats(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).summaryStatistics();
    }

    private static double median(Row row) {
        return Objects.requireNonNull(row.medianMs());
    }

    private static double threads(Row row) {
        return Objects.requireNonNull(row.figure(figures -> figures.resources().peakThreads()));
    }

    private static String p99(Row row) {
        return Format.number(row.latency(figures -> figures.response(), latency -> latency.p99Ms()));
    }

    private static String fixed(@Nullable Double value, int decimals) {
        return value == null ? Format.NONE : Format.fixed(value, decimals);
    }

    private static String whenKept(Row row, String figure) {
        return row.standing().keptUp() ? figure : Format.NONE;
    }

    private static String errors(Row row) {
        Double share = row.errorShare();
        return share == null ? Format.NONE : share == 0 ? "0" : Format.smallPercent(share);
    }

    private static String keptUp(Row row) {
        if (row.standing().keptUp()) {
            return row.notSteady().isPresent() ? "yes¹" : "yes";
        }
        return row.standing().grade() == Grade.INVALID ? "invalid" : "no";
    }
}
