package io.birdseye.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.RowFields;
import io.birdseye.report.table.TerminalTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each medium shows the same figures, of the same blocks, and names the same best. */
class FiguresTest {

    private static final Load RATE = Load.open(50);
    private static final double[] EVEN = {226, 227, 226};
    private static final double[] UNEVEN = {221, 221, 251};

    @TempDir
    private Path folder;

    private final List<Trial> trials = new ArrayList<>();

    @BeforeEach
    void measure() {
        for (int block = 1; block <= 3; block++) {
            trials.add(trial("even", block, EVEN[block - 1]).with(new Floor(List.of(200.0 + block, 200.0, 200.0, 200.0), List.of(10.0, 15.0), 30)));
            trials.add(trial("uneven", block, UNEVEN[block - 1]));
        }
    }

    private Trial trial(String strategy, int block, double p50) {
        return Samples.with(Samples.trial(strategy, block, Samples.pools(false, false, 60), RATE, 1.04, folder),
                "response", new Latency(p50 + 5, p50, p50 + 20, p50 + 25, null, null, p50 + 90));
    }

    private ComparisonTable table() {
        return Samples.table(folder, trials);
    }

    @Test
    void everyMediumNamesOneBestAndOneFigure() {
        ComparisonTable table = table();
        Row best = table.rows().getFirst();
        assertThat(best.name()).isEqualTo("even");
        assertThat(table.ranking().places().getFirst().strategy()).isEqualTo("even");
        assertThat(best.medianMs()).isCloseTo(226.33, within(0.01));
        assertThat(table.rows().getLast().medianMs() / best.medianMs()).as("the ratio is that of the figures")
                .isCloseTo(table.rows().getLast().place().ratio(), within(1e-9));

        Conclusion conclusion = Conclusion.of(table);
        assertThat(conclusion.headline()).startsWith("At 50/s all 2 strategies answer in 226 to 231 ms; the floor is 217 ms (");
        assertThat(conclusion.details().getFirst()).startsWith("even has the lowest median response time in 3 blocks");
        assertThat(conclusion.details()).anyMatch(sentence -> sentence.startsWith(
                "Median response times of those that are compared range from 226 ms (even, excess 9.33 ±") && sentence.contains(" ms) to 231 ms (uneven, excess 13."));
        assertThat(new TerminalTable(300, true, true).render(table).lines().filter(line -> line.matches("(even|uneven) .*")).toList())
                .satisfiesExactly(line -> assertThat(line).startsWith("even ").contains(" 226 "),
                        line -> assertThat(line).startsWith("uneven ").contains(" 231 "));
        assertThat(MarkdownReport.render(table).lines().filter(line -> line.startsWith("| even |")).findFirst()).hasValueSatisfying(
                line -> assertThat(line).contains("best measured", " 226 ", " 9.33 ±"));
        assertThat(RowFields.csv(table).lines().skip(1).findFirst()).hasValueSatisfying(
                line -> assertThat(line).startsWith("even,kept up").contains(",best,", "," + best.medianMs() + ",", "," + best.excessMs() + ","));
        JsonNode json = Samples.verdicts(table).at("/rows/0");
        assertThat(json.path("strategy").asString()).isEqualTo("even");
        assertThat(json.path("verdict").asString()).isEqualTo("best");
        assertThat(json.path("p50Ms").asDouble()).isEqualTo(best.medianMs());
        assertThat(json.path("excessMs").asDouble()).isEqualTo(best.excessMs());

        Document page = Jsoup.parse(ComparisonPage.render(table));
        assertThat(page.select("#results tr.row .name").eachText()).containsExactly("even", "uneven");
        assertThat(page.select("#results td[data-label=p50]").eachText()).containsExactly("226", "231");
        assertThat(page.select(".dot-name").eachText()).containsExactly("even", "uneven");
        assertThat(page.select(".dot-value").first().text()).isEqualTo("+9.33 ms");
        assertThat(page.select("#results td[data-label=excess over the floor]").first().text()).startsWith("9.33 ±");
    }

    /** A block that only one of the two has would show other figures than those that are compared. */
    @Test
    void whatIsShownIsOfTheBlocksThatAreCompared() {
        trials.add(trial("uneven", 4, 190));

        ComparisonTable table = table();

        assertThat(table.ranking().blocks()).isEqualTo(3);
        assertThat(table.rows()).extracting(Row::name).containsExactly("even", "uneven");
        assertThat(table.rows().getLast().medianMs()).isGreaterThan(230);
    }

    @Test
    void aFloorWithoutBlocksIsCalledAboutAndTheExcessHasNoInterval() {
        trials.replaceAll(trial -> trial.with((Floor) null));

        ComparisonTable table = table();

        assertThat(Conclusion.of(table).headline()).contains("; the floor is about 218 ms.");
        assertThat(table.rows()).allSatisfy(row -> assertThat(row.excessInterval()).isNull());
    }

    private static final double[] COMPILERS = {1, 9, 4, 14, 6, 2, 11, 3};

    private ComparisonTable table(boolean carriesP99) {
        List<Trial> trials = new ArrayList<>();
        for (Trial trial : Samples.alike(folder, 4, "cpu", "plain", "same", "tail")) {
            double noise = 1 + 0.002 * (trials.size() % 5);
            double compilers = COMPILERS[trials.size() % COMPILERS.length];
            double tail = (trial.strategy().equals("tail") ? 330 : 260) * noise;
            trials.add(Samples.with(trial,
                    "response", new Latency(232, 230 * noise, 240, 0.9 * tail, carriesP99 ? tail : null, null, 400),
                    "resources.cpuMsPerRequest", (trial.strategy().equals("cpu") ? 24 : 20) * noise + compilers,
                    "resources.compilerMsPerRequest", compilers));
        }
        return Samples.table(folder, trials);
    }

    @Test
    void theTailAndTheCpuTimeAreComparedWithTheBestLikeTheMedian() {
        ComparisonTable table = table(true);

        assertThat(table.rankings()).containsOnlyKeys(Metric.P50, Metric.P99, Metric.PROGRAM_CPU);
        assertThat(table.rows()).noneMatch(row -> row.place().verdict() == Verdict.SLOWER);
        assertThat(table.rows()).filteredOn(row -> row.place(Metric.P99).verdict() == Verdict.SLOWER)
                .extracting(Row::name).containsExactly("tail");
        assertThat(table.rows()).filteredOn(row -> row.place(Metric.PROGRAM_CPU).verdict() == Verdict.SLOWER)
                .extracting(Row::name).containsExactly("cpu");
        assertThat(Samples.row(table, "cpu").value(Metric.PROGRAM_CPU).doubleValue()).isCloseTo(24.1, within(0.1));

        assertThat(Conclusion.of(table).details()).anySatisfy(sentence -> assertThat(sentence)
                .contains(" has the lowest p99 in 4 blocks; ", "slower: tail", "would be found in nine of ten such runs"));
        assertThat(Conclusion.of(table).details()).anySatisfy(sentence -> assertThat(sentence)
                .contains(" has the lowest CPU time per answer without the compilers in 4 blocks; ", "more: cpu"));
        assertThat(new TerminalTable(300, true, true).render(table)).contains("p99 against", "CPU against", "without JIT")
                .containsPattern("more by \\d+ to \\d+ %").containsPattern("slower by \\d+ to \\d+ %");
        assertThat(MarkdownReport.render(table)).contains("p99 against the best", "CPU ms/answer", "CPU without JIT");
        assertThat(RowFields.csv(table).lines().findFirst()).hasValueSatisfying(head -> assertThat(head)
                .contains(",cpuMsPerAnswer,cpuMsWithoutCompilers,", ",p99Verdict,p99Ratio,", ",cpuVerdict,cpuRatio,"));

        JsonNode tail = Samples.verdicts(table).path("rows").get(table.rows().indexOf(Samples.row(table, "tail")));
        assertThat(tail.at("/tail/figure").asString()).isEqualTo("p99");
        assertThat(tail.at("/tail/verdict").asString()).isEqualTo("slower");
        assertThat(tail.at("/tail/low").asDouble()).isBetween(1.2, 1.27);
        assertThat(tail.at("/cpu/verdict").asString()).isNotEqualTo("slower");
        assertThat(tail.path("cpuMsPerAnswer").asDouble()).isGreaterThan(tail.path("cpuMsWithoutCompilers").asDouble() + 3);

        Document page = Jsoup.parse(ComparisonPage.render(table));
        assertThat(page.select("#results tr.row:has(.name:containsOwn(tail)) td[data-label=p99]").text()).contains("slower by");
        assertThat(page.select("#results tr.row:has(.name:containsOwn(cpu)) td[data-label^=CPU]").text())
                .startsWith("24.1 / ").contains("more by");
    }

    @Test
    void whereTheSampleCarriesNoP99TheP95StandsInEveryMediumAndIsCompared() {
        ComparisonTable table = table(false);

        assertThat(table.tail()).contains(Metric.P95);
        assertThat(Samples.row(table, "tail").place(Metric.P95).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(new TerminalTable(60, true, true).render(table).lines().filter(line -> line.contains("p50")).findFirst())
                .hasValueSatisfying(head -> assertThat(head).contains("p95").doesNotContain("p99"));
        assertThat(MarkdownReport.render(table)).contains("p95 against the best").containsPattern("\\| tail \\|.*\\| 29\\d \\|");
        assertThat(RowFields.csv(table)).containsPattern("tail,kept up.*,29\\d\\.\\d+,,,");
        assertThat(Jsoup.parse(ComparisonPage.render(table)).select("#results td[data-label=p95]").eachText())
                .anyMatch(cell -> cell.matches("29\\d slower by .*"));
        assertThat(Samples.verdicts(table).path("rows")).allSatisfy(line -> assertThat(line.at("/tail/figure").asString()).isEqualTo("p95"));
    }
}
