package io.birdseye.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.CsvReport;
import io.birdseye.report.table.Figure;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TerminalTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Four strategies of one median: "tail" has a longer p99, "cpu" takes more CPU time, and compilers take as they like. */
class OtherFiguresTest {

    private static final double[] COMPILERS = {1, 9, 4, 14, 6, 2, 11, 3};

    @TempDir
    private Path folder;

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
        return ComparisonTable.of(Samples.results(Load.open(50), trials), folder);
    }

    private static Row row(ComparisonTable table, String name) {
        return table.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void theTailAndTheCpuTimeAreComparedWithTheBestLikeTheMedian() {
        ComparisonTable table = table(true);

        assertThat(table.rankings()).containsOnlyKeys(Figure.P50, Figure.P99, Figure.PROGRAM_CPU);
        assertThat(table.rows()).noneMatch(row -> row.place().verdict() == Verdict.SLOWER);
        assertThat(table.rows()).filteredOn(row -> row.place(Figure.P99).verdict() == Verdict.SLOWER)
                .extracting(Row::name).containsExactly("tail");
        assertThat(table.rows()).filteredOn(row -> row.place(Figure.PROGRAM_CPU).verdict() == Verdict.SLOWER)
                .extracting(Row::name).containsExactly("cpu");
        assertThat(row(table, "cpu").value(Figure.PROGRAM_CPU).doubleValue()).isCloseTo(24.1, within(0.1));

        assertThat(Conclusion.of(table).details()).anySatisfy(sentence -> assertThat(sentence)
                .contains(" has the lowest p99 in 4 blocks; ", "slower: tail", "would be found in nine of ten such runs"));
        assertThat(Conclusion.of(table).details()).anySatisfy(sentence -> assertThat(sentence)
                .contains(" has the lowest CPU time per answer without the compilers in 4 blocks; ", "more: cpu"));
        assertThat(new TerminalTable(300, true).render(table)).contains("p99 against", "CPU against", "without JIT")
                .containsPattern("more by \\d+ to \\d+ %").containsPattern("slower by \\d+ to \\d+ %");
        assertThat(MarkdownReport.render(table)).contains("p99 against the best", "CPU ms/answer", "CPU without JIT");
        assertThat(CsvReport.render(table).lines().findFirst()).hasValueSatisfying(head -> assertThat(head)
                .contains(",cpuMsPerAnswer,cpuMsWithoutCompilers,", ",p99Verdict,p99Ratio,", ",cpuVerdict,cpuRatio,"));

        JsonNode tail = Samples.verdicts(table).path("rows").get(table.rows().indexOf(row(table, "tail")));
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

        assertThat(table.tail()).contains(Figure.P95);
        assertThat(row(table, "tail").place(Figure.P95).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(new TerminalTable(60, true).render(table).lines().filter(line -> line.contains("p50")).findFirst())
                .hasValueSatisfying(head -> assertThat(head).contains("p95").doesNotContain("p99"));
        assertThat(MarkdownReport.render(table)).contains("p95 against the best").containsPattern("\\| tail \\|.*\\| 29\\d \\|");
        assertThat(CsvReport.render(table)).containsPattern("tail,kept up.*,29\\d\\.\\d+,,,");
        assertThat(Jsoup.parse(ComparisonPage.render(table)).select("#results td[data-label=p95]").eachText())
                .anyMatch(cell -> cell.matches("29\\d slower by .*"));
        assertThat(Samples.verdicts(table).path("rows")).allSatisfy(line -> assertThat(line.at("/tail/figure").asString()).isEqualTo("p95"));
    }
}
