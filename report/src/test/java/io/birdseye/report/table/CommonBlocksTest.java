package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.condition.Condition;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which blocks are left out, and which rows are compared over the others. */
class CommonBlocksTest {

    private static final Load RATE = Load.open(50);

    @TempDir
    private Path folder;

    /** A valid trial is a point, an invalid one x, a failed one f, and a missing one a hyphen. */
    private Results results(String rows) {
        List<Trial> trials = new ArrayList<>();
        for (String row : rows.split("/")) {
            String name = row.substring(0, 1);
            String blocks = row.substring(2);
            for (int block = 1; block <= blocks.length(); block++) {
                char kind = blocks.charAt(block - 1);
                if (kind == 'f') {
                    trials.add(Samples.failed(name, block, "it died"));
                } else if (kind != '-') {
                    trials.add(trial(name, block, (name.equals("a") ? 235 : 247) + block % 3 * 0.2, kind == 'x' ? 0.17 : 0.01));
                }
            }
        }
        return Samples.results(RATE, trials);
    }

    /** Disturbed ones take ten times as long. */
    private static Trial trial(String name, int block, double ms, double others) {
        Trial trial = Samples.plain(name, block, others > 0.05 ? 10 * ms : ms);
        return Samples.with(trial, "disturbance", new Disturbance(others, null, null, null, null, null));
    }

    private ComparisonTable table(String rows) {
        return ComparisonTable.of(results(rows), folder);
    }

    @ParameterizedTest(name = "{0} -> {1} in {2}")
    @CsvSource(delimiter = '|', value = {
        "a ..           /b ..                       | a b | 1 2",
        "a .            /b .                        |     | ''",
        "a ..........   /b ..x....x..               | a b | 1 2 4 5 6 7 9 10",
        "a .....        /b .xx..                    | a b | 1 4 5",
        "a .f...        /b .....                    | a b | 1 3 4 5",
        "a ...          /b ..x                      |     | ''",
        "a ...          /b ...          /c ..x      | a b | 1 2 3",
        "a ......       /b xxx...                   | a b | 4 5 6",
        "a .......      /b xxxx...                  |     | ''",
        "a .....        /b .....        /c xxx..    | a b | 1 2 3 4 5",
        "a xx........   /b ..xx......   /c ....xx....  | b c | 1 2 7 8 9 10",
        "a xxxx......   /b .x.......x   /c ....x.x..x  | b c | 1 3 4 6 8 9",
        "a ...          /b ..-                      | a b | 1 2",
        "a .....        /b .x...        /c ...--    | a b | 1 3 4 5",
        "a xx....       /b ..xx..                   |     | ''",
        "a ...          /b ...          /c -.-      | a b | 1 2 3",
    })
    void aBlockIsLeftOutForAllIfEnoughRemainAndElseTheRowThatSpoilsMost(String rows, String compared, String blocks) {
        ComparisonTable table = table(rows.replaceAll(" +/", "/").strip());

        List<String> ranked = table.rows().stream()
                .filter(row -> row.place().verdict() != Verdict.UNRANKED).map(Row::name).sorted().toList();
        assertThat(String.join(" ", ranked)).isEqualTo(Objects.requireNonNullElse(compared, ""));
        assertThat(table.rows()).filteredOn(row -> ranked.contains(row.name())).allSatisfy(row -> {
            assertThat(row.counted().stream().map(Trial::block).map(String::valueOf).collect(Collectors.joining(" ")))
                    .isEqualTo(blocks);
            assertThat(row.medianMs()).as("over these blocks").isLessThan(250);
        });
        assertThat(table.ranking() == null ? 0 : table.ranking().blocks())
                .isEqualTo(ranked.isEmpty() ? 0 : blocks.split(" ").length);
    }

    /** Two of twenty slices were disturbed, and the verdict was "1 of 2 is not judged". */
    @Test
    void aFewDisturbedBlocksAreLeftOutAndNamedAndDoNotVoidTheRun() {
        ComparisonTable table = table("a ..........\nb ..x....x..".replace('\n', '/'));

        assertThat(Samples.row(table, "b").place().words()).startsWith("slower by ");
        assertThat(Samples.row(table, "b").standing().reason()).isEqualTo("in 8 of 8 blocks, 2 left out");
        assertThat(Conclusion.of(table).headline()).endsWith("2 of 10 blocks are left out.").doesNotContain("not judged");
        String said = "Left out, 2 of 10 blocks: block 3 (b invalid: other programs took 17 % of the machine, at most 5 % are allowed)"
                + " and block 8 (b invalid: other programs took 17 % of the machine, at most 5 % are allowed). The comparison stands on"
                + " the 8 blocks in which all trials of its strategies are valid.";
        assertThat(Conclusion.of(table).details()).contains(said);
        assertThat(new TerminalTable(1_000, true, true).render(table)).contains(said);
        assertThat(MarkdownReport.render(table)).contains("- " + said, "over 8 of 10 blocks");
        assertThat(ComparisonPage.render(table)).contains(said, "over 8 of 10 blocks");
        assertThat(Samples.verdicts(table).path("leftOut")).extracting(each -> each.path("block").asInt()).containsExactly(3, 8);
        assertThat(Samples.verdicts(table).at("/leftOut/0/reason").asString()).startsWith("other programs took 17 %");
    }

    @Test
    void conditionsAndDiffsLeaveTheSameBlocksOut() {
        ComparisonTable few = table("a ..........\nb ..x....f..".replace('\n', '/'));
        ComparisonTable many = table("a ..........\nb ..xxxxxxx.".replace('\n', '/'));

        assertThat(judge(few, "b slower than a")).isEqualTo(Outcome.TRUE);
        assertThat(judge(few, "p50 > 300ms")).isEqualTo(Outcome.FALSE);
        assertThat(judge(few, "errors > 0")).isEqualTo(Outcome.FALSE);
        assertThat(judge(many, "b slower than a")).isEqualTo(Outcome.CANNOT_TELL);
        assertThat(judge(many, "p50 > 300ms")).isEqualTo(Outcome.CANNOT_TELL);
        assertThat(judge(many, "errors > 0")).isEqualTo(Outcome.CANNOT_TELL);
        Diff disturbed = Diff.of(table("b ..........".strip()), table("b ..x....x.."), RULE);
        assertThat(disturbed.complete()).isTrue();
        assertThat(disturbed.warnings()).singleElement().asString().startsWith("In the new result: Left out, 2 of 10 blocks: block 3 (b ");
        assertThat(Diff.of(table("b .........."), many, RULE).text())
                .contains("cannot tell: too few valid trials of it in the new result");
        assertThat(Diff.of(table("b .........."), few, RULE).text()).as("a crash is no disturbance")
                .contains("WORSE: first kept up, now failed in 1 of 9 valid blocks: it died");
    }

    private static final Diff.Rule RULE = new Diff.Rule(true, OptionalDouble.of(0.05));

    private static Outcome judge(ComparisonTable table, String condition) {
        return new Conditions(List.of(Condition.parse(condition))).judge(table).getFirst().outcome();
    }

    /** The other trial of the same block was averaged, and stood for the block. */
    @Test
    void aPairWithOneInvalidTrialHasNoFigureInThatBlock() {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 4; block++) {
            trials.add(trial("a", block, 200, block == 2 ? 0.17 : 0));
            trials.add(trial("b", block, 220 + block * 0.1, 0));
            trials.add(trial("b", block, 220, 0));
            trials.add(trial("a", block, block == 2 ? 2 : 200.1, 0));
        }

        ComparisonTable table = Samples.table(folder, trials);

        assertThat(Samples.row(table, "a").counted()).extracting(Trial::block).containsExactly(1, 1, 3, 3, 4, 4);
        assertThat(Samples.row(table, "a").medianMs()).isBetween(200.0, 200.1);
        assertThat(Samples.row(table, "b").place().words()).startsWith("slower by ");
    }
}
