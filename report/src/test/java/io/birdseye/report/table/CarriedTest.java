package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.StoredResults;
import io.birdseye.report.Verdicts;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.RateFound.Beyond;
import io.birdseye.report.result.RateFound.Kind;
import io.birdseye.report.result.RateFound.Window;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class CarriedTest {

    private static final Objective OBJECTIVE = new Objective(99, 400);

    @TempDir
    private Path folder;

    private Trial trial(String strategy, int block, double perSecond, Kind kind) {
        Trial measured = Samples.trial(strategy, block, Samples.pools(false, false, 60), Load.open(50), 1.05, folder);
        RateFound found = new RateFound(
                OBJECTIVE, kind, perSecond, 0.9 * perSecond, 1.1 * perSecond,
                List.of(new Window(true, 50, 1.5, 75, 0, 0, 250), new Window(false, perSecond, 12, 900, 9, 0, 399)),
                new Beyond(new RateFound.Window(false, 1.2 * perSecond, 10, Math.round(12 * perSecond), Math.round(4 * perSecond), 0, 900), 3), 300.0);
        return measured.with(measured.measured().with(found, 0, 0));
    }

    /** Four rows: one carries a third less, one carries all that is offered, one has no answer at any rate. */
    private Results results(int blocks) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            double noise = 1 + 0.01 * (block % 3 - 1);
            trials.add(trial("rx", block, 60 * noise, Kind.FOUND));
            trials.add(trial("executor", block, 90 / noise, Kind.FOUND));
            trials.add(trial("flow", block, 91 * noise, Kind.FOUND));
            trials.add(trial("http-async", block, 2_000, Kind.AT_LEAST));
            trials.add(Samples.failed("sequential", block, RateFound.NOWHERE + "p99 < 400ms at no rate: at 2.5/s 4 of 4 requests were late"));
        }
        Results plain = Samples.results(Load.open(10), trials);
        return plain.with(plain.settings().with(new Settings.Options(null, List.of(), null, OBJECTIVE, null)));
    }

    private static Row row(ComparisonTable table, String name) {
        return table.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    private static Carried carried(ComparisonTable table, String name) {
        return Objects.requireNonNull(row(table, name).carried());
    }

    private ComparisonTable table(Results results) {
        return ComparisonTable.of(results, folder);
    }

    @Test
    void rowsAreComparedWithTheBestOfThoseThatHaveANumber() {
        ComparisonTable table = table(results(4));

        assertThat(table.rows()).extracting(Row::name).containsExactly("http-async", "flow", "executor", "rx", "sequential");
        assertThat(carried(table, "executor").perSecond()).isCloseTo(90, Assertions.within(0.5));
        assertThat(carried(table, "executor").interval().low()).isBetween(86.0, 90.0);
        assertThat(row(table, "flow").place().verdict()).isEqualTo(Verdict.BEST);
        assertThat(row(table, "executor").place().verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(row(table, "rx").place().verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(Column.words(row(table, "rx"), table.by())).matches("3\\d to 3\\d % less");
        assertThat(carried(table, "http-async").rate()).isEqualTo("≥ 2,000");
        assertThat(row(table, "http-async").place().verdict()).isEqualTo(Verdict.UNRANKED);
        assertThat(Column.Cells.of(List.of(row(table, "sequential")), Column.results(table, false)).rows().getFirst()).contains("none");
        assertThat(row(table, "sequential").isJudged()).isTrue();
        assertThat(carried(table, "rx").keptBeyond()).isCloseTo(0.8, Assertions.within(1e-5));
        assertThat(carried(table, "rx").replicas()).isEqualTo("17");
        assertThat(Conclusion.of(table).headline()).contains("within p99 < 400ms", "As good: executor", "Less: rx (3");
    }

    @Test
    void oneProcessIsAnIndicationWithTheIntervalThatItTellsOfItself() {
        ComparisonTable table = table(results(1));

        assertThat(table.ranking()).isNull();
        assertThat(carried(table, "flow").range()).isEqualTo("81.9 to 100.1");
        assertThat(Conclusion.of(table).headline()).endsWith("An indication: one process each gives no ranking.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "capacity < 70/s of rx | TRUE", "capacity < 70/s of flow | FALSE", "capacity < 70/s of http-async | FALSE", "capacity < 2500/s of http-async | CANNOT_TELL",
        "capacity < 70/s of sequential | CANNOT_TELL", "capacity < 60/s of rx | CANNOT_TELL", "rx carries less than flow | TRUE", "flow carries less than rx by 5% | FALSE",
        "executor carries less than flow | CANNOT_TELL", "rx carries less than http-async | CANNOT_TELL"})
    void aConditionIsJudgedByWholeIntervals(String condition, ConditionResult.Outcome outcome) {
        ConditionResult result = new Conditions(List.of(Condition.parse(condition))).judge(table(results(4))).getFirst();

        assertThat(result.outcome()).as(result.line()).isEqualTo(outcome);
        assertThat(Condition.parse(condition).isOfCapacity()).isTrue();
        assertThat(Condition.parse(condition)).hasToString(condition);
    }

    @Test
    void inOneProcessNoConditionCanBeTold() {
        ConditionResult result = new Conditions(List.of(Condition.parse("capacity < 70/s of rx"))).judge(table(results(1))).getFirst();

        assertThat(result.line()).isEqualTo("cannot tell: capacity < 70/s of rx: rx carries 60.0/s in a single process; measure with --blocks");
    }

    /** Of one process the interval is all that is known: 90 % to 110 % of what it found. */
    @ParameterizedTest
    @CsvSource({"80, rx", "60, executor"})
    void theSimplestIsTakenWhoseIntervalMeetsThatOfTheRowThatCarriesMost(double perSecond, String taken) {
        Results plain = Samples.results(Load.open(10), List.of(trial("rx", 1, perSecond, Kind.FOUND), trial("executor", 1, 90, Kind.FOUND)));
        Map<String, String> order = new LinkedHashMap<>();
        List.of("rx", "executor").forEach(name -> order.put(name, "its place"));

        assertThat(ComparisonTable.of(plain.with(plain.settings().with(new Settings.Options(null, List.of(), null, OBJECTIVE, null))), folder, new Simplicity(order)).recommendation().take()).isEqualTo(taken);
    }

    @Test
    void theFilesCanBeReadAgainAndTheDataHaveAllRows() throws IOException {
        ComparisonTable written = Reports.write(results(4), folder, Simplicity.NONE);
        StoredResults stored = StoredResults.read(folder);

        assertThat(ResultsFile.toJson(stored.results())).isEqualTo(Files.readString(folder.resolve(ResultsFile.NAME)));
        Assertions.assertThatThrownBy(stored::table).hasMessageContaining("holds capacities");
        JsonNode json = ResultsFile.JSON.readTree(ResultsFile.JSON.writeValueAsString(Verdicts.of(written, List.of())));
        assertThat(json.path("rows")).hasSize(5);
        JsonNode last = json.path("rows").get(4);
        assertThat(last.path("name").asString()).isEqualTo("sequential");
        assertThat(last.path("capacityPerSecond").isNull()).isTrue();
        Map.of("capacityPerSecond", 60.0, "predictedPerSecond", 66.7)
                .forEach((field, value) -> assertThat(json.path("rows").get(3).path(field).asDouble()).as(field).isCloseTo(value, Assertions.within(9.0)));
        String page = Files.readString(folder.resolve(Reports.PAGE));
        assertThat(page).contains("What each carries", "How the response time rises", "sequential: it meets p99 &lt; 400ms at no rate");
        assertThat(Files.readString(folder.resolve(Reports.MARKDOWN))).contains("| strategy | against the best | carries /s |");
        assertThat(new TerminalTable(200, true, true).render(written)).contains("≥ 2,000", "none");
        assertThat(new TerminalTable(60, false, true).render(written)).matches("[\\x20-\\x7e\\n]*");
    }

    private StoredResults of(Results all, Predicate<Trial> which) {
        return new StoredResults(folder.resolve(ResultsFile.NAME), new Results(
                all.schemaVersion(), all.createdAt(), all.environment(), all.settings(), all.floor(), all.trials().stream().filter(which).toList(),
                null, all.setups()));
    }

    @Test
    void searchesOfOneObjectiveAreJoinedAndRankedAndNothingElseIsJoinedWithThem() throws IOException {
        Results all = results(4);
        StoredResults first = of(all, trial -> trial.block() <= 2);
        Path joined = folder.resolve("joined");

        ComparisonTable table = Reports.join(List.of(first, of(all, trial -> trial.block() > 2)), joined, Simplicity.NONE);

        assertThat(carried(table, "rx").found()).hasSize(4);
        assertThat(row(table, "rx").place().verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(Files.readString(joined.resolve(Reports.CSV))).startsWith("strategy,capacityPerSecond,atLeast,").contains("\nsequential,,false,,,0,");
        Results plain = all.with(all.settings().with(Settings.Options.NONE));
        Assertions.assertThatThrownBy(() -> Reports.join(List.of(first, of(plain, trial -> trial.block() > 2)), folder.resolve("other"), Simplicity.NONE))
                .hasMessageContaining("The objective differs: p99 < 400ms, then none.");
    }
}
