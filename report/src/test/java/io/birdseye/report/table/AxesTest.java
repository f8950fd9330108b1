package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.StoredResults;
import io.birdseye.report.VariedSamples;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.diff.Diff.Change;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.SetupUsed;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.statistics.VarianceShares;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison that varies collector and layout beside strategies. */
class AxesTest {

    @TempDir
    private Path folder;

    private ComparisonTable table(int blocks) {
        return ComparisonTable.of(VariedSamples.results(folder, blocks), folder);
    }

    @Test
    void eachStrategyHasARowForEachCombinationOfValues() {
        ComparisonTable table = table(3);

        assertThat(table.rows()).extracting(Row::name).containsExactlyInAnyOrder(
                "executor · g1 · boxed", "executor · g1 · primitive", "executor · zgc · boxed", "executor · zgc · primitive",
                "rx · g1 · boxed", "rx · g1 · primitive", "rx · zgc · boxed", "rx · zgc · primitive");
        assertThat(table.rows()).allMatch(row -> row.blocks().size() == 3);
        assertThat(table.ranking()).isNotNull();
        assertThat(table.rows().getFirst().key().axes()).containsEntry("jvm", "g1").containsEntry("layout", "primitive");
        assertThat(Samples.row(table, "rx · zgc · boxed").place().verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(TerminalTable.clean(new TerminalTable(200, true, true).render(table))).contains("executor · zgc · primitive");
    }

    @Test
    void eachRowStandsBesideTheFloorOfItsOwnSetup() {
        ComparisonTable table = table(1);

        double boxed = Samples.FLOOR.latencyMs(false);
        assertThat(Samples.row(table, "rx · g1 · boxed").floorMs()).isEqualTo(boxed);
        assertThat(Samples.row(table, "rx · g1 · primitive").floorMs()).isEqualTo(boxed - 7);
    }

    @Test
    void terminalMarkdownAndPageSayWhichAxisExplainsMost() {
        ComparisonTable table = table(3);
        VarianceShares shares = AxisEffects.of(table).orElseThrow().shares();

        assertThat(shares.effects()).extracting(VarianceShares.Effect::factor).startsWith("jvm", "layout");
        assertThat(shares.effects().getFirst().share()).isGreaterThan(0.9);
        assertThat(shares.effects().getFirst().most()).isEqualTo("zgc");
        for (String text : List.of(
                new TerminalTable(400, true, true).render(table), MarkdownReport.render(table), ComparisonPage.render(table))) {
            assertThat(text).contains("--jvm explains 9", "--jvm matters most.");
        }
        assertThat(ComparisonPage.render(table))
                .contains("name=\"group\" value=\"layout\"", "g1 (-XX:+UseG1GC), zgc (-XX:+UseZGC)", "boxed and primitive");
    }

    @Test
    void whereTheStrategyMattersMostThatIsASentence() {
        VarianceShares shares = new VarianceShares(
                List.of(new VarianceShares.Effect(AxisEffects.STRATEGY, 0.8, "rx", "executor", 1.2)), 0.2, 0, List.of());

        assertThat(new AxisEffects(shares, 0).sentences()).singleElement().asString().endsWith("20 %. The strategy matters most.");
    }

    @Test
    void withoutAxesNothingIsSaidOfThem() {
        ComparisonTable nine = ComparisonTable.of(
                Samples.results(VariedSamples.LOAD, Samples.nine(folder, VariedSamples.LOAD, 3)), folder);

        assertThat(AxisEffects.of(nine)).isEmpty();
        assertThat(ComparisonPage.render(nine)).doesNotContain("name=\"group\"", "id=\"effects\"");
        assertThat(ResultsFile.toJson(nine.results())).contains("\"axes\" : [ ]", "\"axes\" : { }", "\"setups\" : [ ]");
    }

    @Test
    void aStrategyThatRanInSomeSetupsOnlyIsLeftOutOfTheShares() {
        List<Trial> trials = new ArrayList<>(VariedSamples.results(folder, 2).trials());
        for (int block = 1; block <= 2; block++) {
            for (var axes : VariedSamples.combinations()) {
                RowKey structured = new RowKey("structured", axes);
                trials.add("g1".equals(axes.get("jvm"))
                        ? VariedSamples.trial(structured, block, folder)
                        : new Trial(structured, block, Samples.BUDGET, Samples.pools(false, true, 60), Trial.Outcome.FAILED,
                                "left out", null));
            }
        }
        ComparisonTable table = ComparisonTable.of(VariedSamples.results(trials), folder);

        assertThat(AxisEffects.of(table).orElseThrow().shares().leftOut()).containsExactly("structured");
        assertThat(MarkdownReport.render(table)).contains("Left out of these shares", "structured");
    }

    @Test
    void theFileKeepsAxesAndSetupsAndIsReadAgain() throws Exception {
        Results results = VariedSamples.results(folder, 2);

        ResultsFile.write(results, folder.resolve("results.json"));

        assertThat(ResultsFile.read(folder.resolve("results.json"))).isEqualTo(results);
        assertThat(results.setups()).extracting(SetupUsed::axes).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void conditionsSpeakOfAStrategyInAllItsRowsOrOfOneRow() {
        ComparisonTable table = table(3);

        List<ConditionResult> judged = new Conditions(List.of(
                        Condition.parse("p50 > 300ms of rx"), Condition.parse("p50 > 300ms of rx+g1+primitive"),
                        Condition.parse("p50 > 300ms of \"rx · zgc · boxed\""),
                        Condition.parse("executor+zgc+boxed slower than executor+g1+boxed"),
                        Condition.parse("executor slower than rx")))
                .judge(table);

        assertThat(judged).extracting(ConditionResult::outcome).startsWith(
                Outcome.TRUE, Outcome.FALSE, Outcome.TRUE, Outcome.TRUE).doesNotContain((Outcome) null);
        assertThat(judged.getLast().outcome()).as("executor is the faster one everywhere").isNotEqualTo(Outcome.TRUE);
    }

    @Test
    void aDiffComparesRowsAndNotStrategies() {
        Diff diff = Diff.of(table(2), table(2), new Diff.Rule(false, OptionalDouble.of(0.05)));

        assertThat(diff.regressed()).isFalse();
        assertThat(diff.warnings()).isEmpty();
        assertThat(diff.changes()).extracting(Change::strategy).contains("rx · zgc · boxed", "executor · g1 · primitive");
    }

    @Test
    void resultsOfTheSameAxesAreJoinedAndOthersAreRefused() throws Exception {
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        Reports.write(VariedSamples.results(one, 1), one, Simplicity.NONE);
        List<Trial> later = VariedSamples.results(two, 2).trials().stream().filter(trial -> trial.block() == 2).toList();
        Reports.write(VariedSamples.results(later), two, Simplicity.NONE);

        ComparisonTable joined = Reports.join(List.of(StoredResults.read(one), StoredResults.read(two)), folder.resolve("both"), Simplicity.NONE);

        assertThat(joined.results().setups()).hasSize(4);
        assertThat(joined.rows()).hasSize(8).allMatch(row -> row.blocks().size() == 2);
        Path plain = folder.resolve("plain");
        Reports.write(Samples.results(VariedSamples.LOAD, Samples.nine(plain, VariedSamples.LOAD, 1)), plain, Simplicity.NONE);
        assertThatThrownBy(() ->
                        Reports.join(List.of(StoredResults.read(one), StoredResults.read(plain)), folder.resolve("none"), Simplicity.NONE))
                .hasMessageContaining("The choice of axis values differs");
    }

    @Test
    void spreadsheetsAndProgramsGetTheValuesInFieldsOfTheirOwn() throws Exception {
        ComparisonTable table = table(2);

        assertThat(RowFields.csv(table).lines().findFirst().orElseThrow()).startsWith("strategy,").endsWith(",jvm,layout");
        assertThat(RowFields.csv(table)).contains(",zgc,primitive");
        assertThat(Samples.verdicts(table).path("rows")).allMatch(line -> line.path("axes").size() == 2);
        Path old = Files.createDirectories(folder.resolve("old"));
        assertThat(RowFields.csv(ComparisonTable.of(
                        Samples.results(VariedSamples.LOAD, Samples.nine(old, VariedSamples.LOAD, 1)), old)))
                .doesNotContain("jvm,layout");
    }
}
