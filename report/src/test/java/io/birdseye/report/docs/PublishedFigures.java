package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongBiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What README and {@code docs/explanation/findings.md} show of the committed results: the newest run with an open load and
 * the newest with users. No figure of these pages is written by hand.
 */
final class PublishedFigures {

    /** Those of README: two that a user would pick today, two of every day, the worst topology, and one call after the other. */
    private static final List<String> FEW = List.of(
            "virtual-threads", "http-async", "async-executor-split", "completable-future", "executor", "sequential", "disruptor");

    /** What a soak prints while it runs: its result is to have it, for a page it is too much. */
    private static final Pattern PROGRESS = Pattern.compile("(?m)^\\d+ rounds, \\d+ s left, .*\\R");

    private static final String HEADER = """
            | strategy | kept up | p50 ms | p99 ms | p50 over floor | CPU ms/req | threads | 50 users: answers/s |
            |---|---|--:|--:|--:|--:|--:|--:|
            """;

    private final String openName;
    private final ComparisonTable open;
    private final ComparisonTable closed;

    private PublishedFigures(String openName, ComparisonTable open, ComparisonTable closed) {
        this.openName = openName;
        this.open = open;
        this.closed = closed;
    }

    /** @param results the folder {@code docs/results} */
    static PublishedFigures read(Path results) throws IOException {
        Placed open = newest(results, "open");
        return new PublishedFigures(open.name(), table(open.folder()), table(newest(results, "closed").folder()));
    }

    /** The newest result of a step, whatever the machine. */
    static Placed newest(Path results, String step) throws IOException {
        return PublishedStep.all(results).stream()
                .filter(placed -> placed.step().step().equals(step))
                .findFirst()
                .orElseThrow(() -> new IOException("no results of step '" + step + "' in " + results));
    }

    /** Date, commit, machine and command of a step, and how it ended. */
    static String run(PublishedStep step) {
        return "Measured on %s at commit `%s` on %s, by `%s`: %s.".formatted(
                step.createdAt().substring(0, 10), step.commit(), step.machine().line(), step.command(), step.outcome());
    }

    /** What the command of a step has printed, but for how far it had come, and of which run it is. */
    static String printed(Placed placed) throws IOException {
        String output = PROGRESS.matcher(Files.readString(placed.folder().resolve("output.txt"))).replaceAll("");
        return run(placed.step()) + "\n\n```text\n" + output.strip() + "\n```";
    }

    /** What {@code birdseye diff} says of the same load by one injector and by four, what each took of the cores, and of which runs it is. */
    static String injectors(Path results) throws IOException {
        Placed one = newest(results, "injectors-1");
        Placed four = newest(results, "injectors-4");
        ComparisonTable before = table(one.folder());
        ComparisonTable after = table(four.folder());
        return "```text\n%s```\n\nOne injector took %s of the machine's %d cores, four took %s.\n\n%s\n\n%s".formatted(
                Diff.of(before, after, OptionalDouble.empty()).text(), injectorCores(before), before.results().environment().cores(),
                injectorCores(after), source(one), source(four));
    }

    /** Of which run figures are, with the link to the rest. */
    static String source(Placed placed) {
        return run(placed.step()) + " [All figures](../results/" + placed.name() + "/report.md).";
    }

    private static String injectorCores(ComparisonTable table) {
        return Format.fixed(stats(table.rows(), row -> Objects.requireNonNull(
                row.figure(figures -> figures.resources().injectorCores()))).getAverage(), 2);
    }

    static ComparisonTable table(Path folder) throws IOException {
        return ComparisonTable.of(ResultsFile.read(folder.resolve(ResultsFile.NAME)), folder);
    }

    /** The finding in a sentence or two. */
    String finding() {
        List<Row> kept = kept();
        List<Row> parallel = kept.stream().filter(row -> !row.topology().callsInTurn()).toList();
        DoubleSummaryStatistics medians = stats(parallel, PublishedFigures::median);
        String inTurn = kept.stream()
                .filter(row -> row.topology().callsInTurn())
                .map(row -> "`%s` takes %s.".formatted(row.name(), ms(median(row))))
                .collect(Collectors.joining(" "));
        List<String> behind = open.rows().stream()
                .filter(row -> !row.standing().keptUp())
                .map(row -> "`" + row.name() + "`")
                .toList();
        return "**%d of %d strategies answer in %s to %s ms; no strategy can be faster than %s ms.** %s %s".formatted(
                parallel.size(), open.rows().size(), ms(medians.getMin()).replace(" ms", ""),
                ms(medians.getMax()).replace(" ms", ""), number(parallel.getFirst().floorMs()), inTurn,
                behind.isEmpty() ? "" : "Not keeping up: " + Format.list(behind) + ".").strip();
    }

    /** README's table. */
    String few() {
        return HEADER + FEW.stream().map(name -> line(find(open, name))).collect(Collectors.joining());
    }

    /** All strategies. */
    String all() {
        return HEADER + open.rows().stream().map(this::line).collect(Collectors.joining());
    }

    /** Of which run the figures are, and what may be compared with them. */
    String source() {
        Results users = closed.results();
        return """
                %s; the last column, with users who wait for
                their answer, on %s at commit `%s` by `%s`. Service, mock and injector share the cores. Do not compare these times with
                those of other machines. [All figures of the run](%s).
                """.formatted(
                measured(open.results()), day(users), users.environment().commit(), command(users),
                "docs/results/" + openName + "/report.md");
    }

    /** Date, commit, machine and command of a run. */
    static String measured(Results results) {
        Environment at = results.environment();
        return "Measured on %s at commit `%s` on %d cores (%s, %s GB, %s, JDK %s) by `%s`".formatted(
                day(results), at.commit(), at.cores(), at.cpuModel(), Math.round(at.memoryBytes() / 1e9), at.os(),
                at.jdk().replaceFirst("\\+.*", ""), command(results));
    }

    /** Where the results went matters to nobody who repeats it. */
    private static String command(Results results) {
        return results.settings().command().replaceFirst(" --out \\S+", "");
    }

    private static String day(Results results) {
        return results.createdAt().substring(0, 10);
    }

    /** What users who do not wait for a refusal do to {@code adaptive}. */
    String impatient() {
        Row adaptive = find(closed, "adaptive");
        return "- **`adaptive` and users who do not wait.** It rejects at once. Users who retry immediately make %s rejections/s, which starve the %s answers/s. It is made for an open load ([overload](overload.md)) and for clients that honour `Retry-After`."
                .formatted(number(adaptive.figure(figures -> figures.refusedPerSecond())),
                        number(adaptive.figure(figures -> figures.achievedPerSecond())));
    }

    /** How many claims have which verdicts. */
    static String ledger(Path claims) throws IOException {
        JsonNode entries = ResultsFile.JSON.readTree(Files.readString(claims)).path("entries");
        ToLongBiFunction<String, String> count = (half, kind) ->
                entries.valueStream().filter(entry -> entry.path("judgement").path(half).path("kind").asString().equals(kind)).count();
        return ("In the committed ledger %d effects are confirmed, %d refuted and %d open; of the causes %d, %d and %d, and %d cannot be tested."
                + " Of %d of its %d claims the test has become stricter since, and they are marked as to be measured anew.").formatted(
                count.applyAsLong("effect", "CONFIRMED"), count.applyAsLong("effect", "REFUTED"), count.applyAsLong("effect", "INCONCLUSIVE"),
                count.applyAsLong("cause", "CONFIRMED"), count.applyAsLong("cause", "REFUTED"), count.applyAsLong("cause", "INCONCLUSIVE"),
                count.applyAsLong("cause", "NOT_TESTABLE"),
                entries.valueStream().filter(entry -> !entry.path("note").isNull() && !entry.path("note").isMissingNode()).count(),
                entries.size());
    }

    /** What held for all that kept up. */
    String threads() {
        DoubleSummaryStatistics none = stats(
                kept().stream().filter(row -> threads(row) < 30).toList(), PublishedFigures::threads);
        DoubleSummaryStatistics many = stats(
                kept().stream().filter(row -> threads(row) >= 30).toList(), PublishedFigures::threads);
        DoubleSummaryStatistics cpu = stats(kept(), PublishedFigures::cpu);
        return "Threads: %.0f to %.0f with a non-blocking client or virtual threads, %.0f to %.0f where platform threads wait. CPU: %s to %s ms for a request."
                .formatted(none.getMin(), none.getMax(), many.getMin(), many.getMax(),
                        Format.fixed(cpu.getMin(), 1), Format.fixed(cpu.getMax(), 1));
    }

    private List<Row> kept() {
        return open.rows().stream().filter(row -> row.standing().keptUp()).toList();
    }

    static Row find(ComparisonTable table, String strategy) {
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

    private static double cpu(Row row) {
        return Objects.requireNonNull(row.figure(figures -> figures.cpuMsPerAnswer()));
    }

    private String line(Row row) {
        boolean kept = row.standing().keptUp();
        return "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n".formatted(
                row.name(),
                kept ? row.notSteady().isPresent() ? "yes¹" : "yes" : "no",
                number(kept ? row.medianMs() : null),
                number(kept ? row.latency(figures -> figures.response(), latency -> latency.p99Ms()) : null),
                kept ? Format.fixed(Objects.requireNonNull(row.timesFloor()), 2) + "×" : Format.NONE,
                kept ? Format.fixed(cpu(row), 1) : Format.NONE,
                "%.0f".formatted(threads(row)),
                Format.fixed(Objects.requireNonNull(
                        find(closed, row.name()).figure(figures -> figures.achievedPerSecond())), 1));
    }

    private static String ms(double ms) {
        return number(ms) + " ms";
    }

    private static String number(Double value) {
        return Format.number(value);
    }
}
