package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongBiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What README and {@code docs/explanation/findings.md} show of the committed results: the finding of each machine, and of one a
 * table for the open load and one for users, each with boxed lists and with primitive ones. These are apart, since they may be of
 * different machines. No figure of these pages is written by hand.
 */
final class PublishedFigures {

    /** Those of README: two that a user would pick today, two of every day, the worst topology, and one call after the other. */
    private static final List<String> FEW = List.of(
            "virtual-threads", "http-async", "async-executor-split", "completable-future", "executor", "sequential", "disruptor");

    /** What a soak prints while it runs: its result is to have it, for a page it is too much. */
    private static final Pattern PROGRESS = Pattern.compile("(?m)^\\d+ rounds, \\d+ s left, .*\\R");

    private static final String OPEN_HEADER = """
            | strategy | kept up | p50 ms | p99 ms | p50 over floor | CPU ms/req | threads |
            |---|---|--:|--:|--:|--:|--:|
            """;

    private static final String CLOSED_HEADER = """
            | strategy | kept up | answers/s | against the best | p50 ms | p99 ms | threads |
            |---|---|--:|---|--:|--:|--:|
            """;

    private static final String SHARED = " Service, mock and injector share the cores. Do not compare these times with those of other machines.";

    /** The newest of a machine. */
    private record Run(Placed placed, ComparisonTable table) {}

    private final List<Run> opens;
    private final Run primitiveOpen;
    private final Run closed;
    private final Run primitiveClosed;

    private PublishedFigures(List<Run> opens, Run primitiveOpen, Run closed, Run primitiveClosed) {
        this.opens = List.copyOf(opens);
        this.primitiveOpen = primitiveOpen;
        this.closed = closed;
        this.primitiveClosed = primitiveClosed;
    }

    /** @param results the folder {@code docs/results} */
    static PublishedFigures read(Path results) throws IOException {
        return new PublishedFigures(
                ofEachMachine(results, "open"), ofEachMachine(results, "open-primitive").getFirst(),
                ofEachMachine(results, "closed").getFirst(), ofEachMachine(results, "closed-primitive").getFirst());
    }

    /** Those with most strategies, first the one that can find the smallest difference. */
    private static List<Run> ofEachMachine(Path results, String step) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Placed placed : PublishedFindings.newestOfEachMachine(PublishedStep.all(results), step)) {
            runs.add(new Run(placed, table(placed.folder())));
        }
        int most = runs.stream().mapToInt(run -> run.table().rows().size()).max().orElse(0);
        return runs.stream()
                .filter(run -> run.table().rows().size() == most)
                .sorted(Comparator.comparingDouble(run -> PublishedFindings.ranking(run.table()).detectableRatio()))
                .toList();
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
                step.createdAt().substring(0, 10), step.commit(), step.machine().line(), withoutFolder(step.command()), step.outcome());
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

    /** The finding of each machine, and the one with primitive lists, each in a sentence or two. */
    String finding() {
        return Stream.concat(opens.stream(), Stream.of(primitiveOpen))
                .map(run -> "- " + PublishedFindings.machineAndLayout(run.placed()) + ": " + finding(run.table()))
                .collect(Collectors.joining("\n"));
    }

    private static String finding(ComparisonTable open) {
        List<Row> kept = kept(open);
        List<Row> parallel = kept.stream().filter(row -> !row.topology().callsInTurn()).toList();
        DoubleSummaryStatistics medians = stats(parallel, PublishedFigures::median);
        String inTurn = kept.stream()
                .filter(row -> row.topology().callsInTurn())
                .map(row -> "`%s` takes %s.".formatted(row.name(), ms(median(row))))
                .collect(Collectors.joining(" "));
        List<String> behind = open.rows().stream()
                .filter(row -> !row.standing().keptUp())
                .map(PublishedFigures::behind)
                .toList();
        return "**%d of %d strategies answer in %s to %s ms; no strategy can be faster than %s ms.** The service kept about %s of the cores busy. %s %s".formatted(
                parallel.size(), open.rows().size(), ms(medians.getMin()).replace(" ms", ""),
                ms(medians.getMax()).replace(" ms", ""), number(parallel.getFirst().floorMs()), busy(open, parallel), inTurn,
                behind.isEmpty() ? "" : "Did not keep up: " + Format.list(behind) + ".").strip();
    }

    /** The median over these strategies. */
    private static String busy(ComparisonTable open, List<Row> rows) {
        double[] cores = rows.stream()
                .flatMap(row -> Stream.ofNullable(row.figure(figures -> figures.resources().serviceCores())))
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return Format.percent(cores[cores.length / 2] / open.results().environment().cores());
    }

    /** With the number of blocks, where it kept up in others. */
    private static String behind(Row row) {
        long behind = row.blocks().stream().filter(block -> !block.standing().keptUp()).count();
        return "`" + row.name() + "`" + (behind == row.blocks().size() ? "" : " in " + behind + " of " + row.blocks().size() + " blocks");
    }

    /** That of the tables. */
    private ComparisonTable openTable() {
        return opens.getFirst().table();
    }

    /** README's table, of the open load. */
    String few() {
        return open(opens.getFirst(), FEW.stream().map(name -> find(openTable(), name)).toList()).replace("(../results/", "(docs/results/");
    }

    /** All strategies with an open load. */
    String open() {
        return open(opens.getFirst(), openTable().rows());
    }

    /** All strategies with an open load and primitive lists. */
    String primitiveOpen() {
        return open(primitiveOpen, primitiveOpen.table().rows());
    }

    private static String open(Run run, List<Row> rows) {
        return OPEN_HEADER + rows.stream().map(PublishedFigures::openLine).collect(Collectors.joining())
                + "\n" + source(run.placed()) + SHARED;
    }

    /** All strategies with users who wait for their answers. */
    String closed() {
        return closed(closed);
    }

    /** All strategies with users who wait, and primitive lists. */
    String primitiveClosed() {
        return closed(primitiveClosed);
    }

    private static String closed(Run run) {
        return CLOSED_HEADER + run.table().rows().stream().map(PublishedFigures::closedLine).collect(Collectors.joining())
                + "\n" + source(run.placed()) + SHARED;
    }

    /** Date, commit, machine and command of a run. */
    static String measured(Results results) {
        Environment at = results.environment();
        return "Measured on %s at commit `%s` on %d cores (%s, %s GB, %s, JDK %s) by `%s`".formatted(
                day(results), at.commit(), at.cores(), at.cpuModel(), Math.round(at.memoryBytes() / 1e9), at.os(),
                at.jdk().replaceFirst("\\+.*", ""), withoutFolder(results.settings().command()));
    }

    /** Where the results went matters to nobody who repeats it. */
    private static String withoutFolder(String command) {
        return command.replaceFirst(" --out \\S+", "");
    }

    private static String day(Results results) {
        return results.createdAt().substring(0, 10);
    }

    /** What users who do not wait for a refusal do to {@code adaptive}. */
    String impatient() {
        Row adaptive = find(closed.table(), "adaptive");
        return "- **`adaptive` and users who do not wait.** It rejects at once. Users who retry immediately make %s rejections/s, which starve the %s answers/s. It is made for an open load ([overload](overload.md)) and for clients that honour `Retry-After`."
                .formatted(number(adaptive.figure(figures -> figures.refusedPerSecond())),
                        number(adaptive.figure(figures -> figures.achievedPerSecond())));
    }

    /** How many claims have which verdicts. */
    static String ledger(Path claims) throws IOException {
        JsonNode entries = ResultsFile.JSON.readTree(Files.readString(claims)).path("entries");
        ToLongBiFunction<String, String> count = (half, kind) ->
                entries.valueStream().filter(entry -> entry.path("judgement").path(half).path("kind").asString().equals(kind)).count();
        List<String> older = entries.valueStream()
                .filter(entry -> entry.hasNonNull("note"))
                .map(entry -> entry.path("text").path("id").asString())
                .toList();
        return "In the committed ledger of %d claims %d effects are confirmed, %d refuted and %d open; of the causes %d, %d and %d, and %d cannot be tested."
                .formatted(entries.size(),
                        count.applyAsLong("effect", "CONFIRMED"), count.applyAsLong("effect", "REFUTED"), count.applyAsLong("effect", "INCONCLUSIVE"),
                        count.applyAsLong("cause", "CONFIRMED"), count.applyAsLong("cause", "REFUTED"), count.applyAsLong("cause", "INCONCLUSIVE"),
                        count.applyAsLong("cause", "NOT_TESTABLE"))
                + (older.isEmpty() ? "" : " To be measured anew, as the test has become stricter: " + Format.list(older) + ".");
    }

    /** What held for all that kept up. */
    String threads() {
        DoubleSummaryStatistics none = stats(
                kept(openTable()).stream().filter(row -> threads(row) < 30).toList(), PublishedFigures::threads);
        DoubleSummaryStatistics many = stats(
                kept(openTable()).stream().filter(row -> threads(row) >= 30).toList(), PublishedFigures::threads);
        DoubleSummaryStatistics cpu = stats(kept(openTable()), PublishedFigures::cpu);
        return ("Threads: %.0f to %.0f with a non-blocking client or virtual threads, %.0f to %.0f where platform threads wait. CPU: %s to %s ms for a request;"
                + " the strategies lie %s apart, JVMs of one and the same strategy up to %s.")
                .formatted(none.getMin(), none.getMax(), many.getMin(), many.getMax(),
                        Format.fixed(cpu.getMin(), 1), Format.fixed(cpu.getMax(), 1), Format.percent(cpu.getMax() / cpu.getMin() - 1),
                        Format.percent(stats(kept(openTable()), this::cpuOfJvms).getMax() - 1));
    }

    /** How many times the CPU time of one JVM of a strategy is that of another. */
    private double cpuOfJvms(Row row) {
        DoubleSummaryStatistics cpu = Trial.measured(openTable().results().trials().stream().filter(trial -> trial.row().equals(row.key())).toList())
                .mapToDouble(measured -> Objects.requireNonNull(measured.cpuMsPerAnswer()))
                .summaryStatistics();
        return cpu.getMax() / cpu.getMin();
    }

    private static List<Row> kept(ComparisonTable open) {
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

    private static String openLine(Row row) {
        boolean kept = row.standing().keptUp();
        return "| `%s` | %s | %s | %s | %s | %s | %.0f |\n".formatted(
                row.name(),
                keptUp(row),
                number(kept ? row.medianMs() : null),
                number(kept ? p99(row) : null),
                kept ? Format.fixed(Objects.requireNonNull(row.timesFloor()), 2) + "×" : Format.NONE,
                kept ? Format.fixed(cpu(row), 1) : Format.NONE,
                threads(row));
    }

    private static String closedLine(Row row) {
        boolean kept = row.standing().keptUp();
        return "| `%s` | %s | %s | %s | %s | %s | %.0f |\n".formatted(
                row.name(),
                keptUp(row),
                Format.fixed(Objects.requireNonNull(row.figure(figures -> figures.achievedPerSecond())), 1),
                row.place().words(),
                number(kept ? row.medianMs() : null),
                number(kept ? p99(row) : null),
                threads(row));
    }

    private static String keptUp(Row row) {
        if (row.standing().keptUp()) {
            return row.notSteady().isPresent() ? "yes¹" : "yes";
        }
        return row.anyInvalid() ? "invalid" : "no";
    }

    private static @Nullable Double p99(Row row) {
        return row.latency(figures -> figures.response(), latency -> latency.p99Ms());
    }

    private static String ms(double ms) {
        return number(ms) + " ms";
    }

    private static String number(Double value) {
        return Format.number(value);
    }
}
