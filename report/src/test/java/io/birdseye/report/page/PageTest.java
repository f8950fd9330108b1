package io.birdseye.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.report.Samples;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.trace.TraceSamples;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PageTest {

    private static final Chart CHART = Chart.lines("p99 <over> the pool", "pool", "p99 ms")
            .measured("predicted", List.of(
                    Chart.Point.at(8, Double.NaN), Chart.Point.at(16, 300), Chart.Point.at(32, 250)))
            .measured("measured & real", List.of(
                    Chart.Point.at(8, 900), new Chart.Point("", 16, 320, 300, 340), Chart.Point.at(32, 1234.5678)))
            .limit("objective", 400);

    private static Document parse(Page page) {
        Parser parser = Parser.htmlParser().setTrackErrors(20);
        Document parsed = Jsoup.parse(page.render("a test", "<i>Headline</i>"), "", parser);
        assertThat(parser.getErrors()).isEmpty();
        return parsed;
    }

    @Test
    void whoDoesNotSeeAChartCanReadIt() {
        assertThat(CHART.inWords())
                .isEqualTo("p99 ms over pool. predicted: – at 8, 300 at 16, 250 at 32. measured & real: 900 at 8,"
                        + " 320 (300 to 340) at 16, 1,235 at 32. objective: 400");
        assertThat(Chart.bars("Times", "ms", List.of(new Chart.Point("rx", 0, 12.5, 12, 13))).inWords())
                .isEqualTo("ms. rx: 12.5 (12 to 13)");
    }

    @Test
    void aChartCarriesItsDataAndTheChartLibrary() {
        Document page = parse(new Page("title").chart(CHART));
        Element drawn = page.select("figure .chart").first();
        JsonNode data = JsonMapper.builder().build().readTree(drawn.attr("data-chart"));

        assertThat(drawn.attr("role")).isEqualTo("img");
        assertThat(drawn.attr("aria-label")).isEqualTo(CHART.inWords());
        assertThat(page.select("figcaption").text()).isEqualTo("p99 <over> the pool");
        assertThat(data.path("kind").asString()).isEqualTo("LINES");
        assertThat(data.path("series").get(0).path("points").get(0).path("y").isNull()).as("no value").isTrue();
        assertThat(data.path("series").get(1).path("points").get(2).path("y").asDouble()).as("six digits")
                .isEqualTo(1234.57);
        assertThat(page.select("script")).hasSize(2).first().asString().contains("Apache");
    }

    @Test
    void aPageWithoutAChartHasNoScript() {
        Document page = parse(new Page("title").heading("One").paragraph("Two."));

        assertThat(page.select("script, link, [src]")).isEmpty();
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'").doesNotContain("script-src");
        assertThat(page.select("h1").text()).isEqualTo("<i>Headline</i>");
        assertThat(page.select(".brand").text()).isEqualTo("Birdseye a test");
        assertThat(page.select("style").first().data()).contains("prefers-color-scheme: dark");
    }

    @Test
    void textStaysTextInEveryBlock() {
        String text = "</pre><script>alert(1)</script>\u001b\0";
        Document page = parse(new Page(text)
                .heading(text).paragraph(text).small(text)
                .table(text, new Cells(List.of(text, "b"), List.of(List.of(text, text), List.of("failed")))));

        assertThat(page.select("script")).isEmpty();
        assertThat(page.select("main > h2, main > p, caption, td, tbody th").eachText())
                .filteredOn(shown -> shown.startsWith("</pre><script>alert(1)</script>")).hasSize(6);
        assertThat(page.select("tbody tr")).hasSize(2).allSatisfy(row -> assertThat(row.children()).hasSize(2));
    }

    @Test
    void theReasonOfARowWithoutFiguresHasTheWidthOfAllThatAreMissing() {
        Document page = parse(new Page("title")
                .table("c", new Cells(List.of("name", "a", "b", "c"), List.of(List.of("x", "1", "2", "3"), List.of("y", "4", "failed: all of it")))));

        assertThat(page.select("tbody tr").get(0).select("td.num").eachText()).containsExactly("1", "2", "3");
        assertThat(page.select("tbody tr").get(1).select("td").eachText()).containsExactly("4", "failed: all of it");
        assertThat(page.select("td.words").attr("colspan")).isEqualTo("2");
    }

    @Test
    void aHeatMapNamesEveryCellAndMarksWhatFailed() {
        HeatMap map = new HeatMap("achieved", "io", List.of(8.0, 16.0), "delay", List.of(100.0, 200.0),
                List.of(List.of(20.0, 40.0), List.of(10.0, Double.NaN)));
        Document page = parse(new Page("title").heatMap(map));

        assertThat(page.select("caption").text()).isEqualTo("achieved by delay (down) and io (across)");
        assertThat(page.select("thead th").eachText()).containsExactly("delay", "8", "16");
        assertThat(page.select("tbody tr").eachText()).containsExactly("100 20 40", "200 10 failed");
        assertThat(page.select(".cell").eachAttr("style"))
                .containsExactly("--share:0.50", "--share:1.00", "--share:0.25");
        assertThatThrownBy(() -> new HeatMap("x", "a", List.of(1.0), "b", List.of(1.0), List.of()))
                .hasMessageContaining("1 rows");
    }

    @Test
    void marksStandOnALogarithmicScaleAndNeverLeaveIt() {
        Track track = new Track(1, 100);

        assertThat(track.at(1)).isEqualTo("left:4.00%");
        assertThat(track.at(10)).isEqualTo("left:50.00%");
        assertThat(track.reach(10, Double.POSITIVE_INFINITY)).isEqualTo("left:50.00%;width:46.00%");
        assertThat(track.at(0)).isEqualTo(track.at(1));
    }

    private static final Pattern BLOCK = Pattern.compile(":root[^{]*\\{([^}]*)\\}");
    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9-]+):\\s*#([0-9a-f]{6})");

    /** Borders of inputs and buttons, lines, marks and bars; what only separates, such as --rule, is left out. */
    private static final List<String> LINES = List.of(
            "faint", "accent", "good", "bad", "odd", "io", "cpu", "io-wait", "cpu-wait", "c0", "c1", "c2", "c3", "c4", "c5", "c6",
            "c7", "c8", "c9", "io-run", "cpu-run", "wire-line");

    /** What carries meaning without being text, against what lies behind it: 3 to 1 at least (WCAG 2, 1.4.11). */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everyLineAndInputStandsOutInBothThemes(int theme) {
        Map<String, String> colours = new HashMap<>();
        for (String sheet : List.of("page.css", "waterfall.css")) {
            List<String> blocks = BLOCK.matcher(Assets.read(Page.class, sheet)).results().map(block -> block.group(1)).toList();
            Matcher colour = COLOUR.matcher(blocks.get(theme));
            while (colour.find()) {
                colours.put(colour.group(1), colour.group(2));
            }
        }

        assertThat(colours).containsKeys(LINES.toArray(String[]::new));
        for (String line : LINES) {
            for (String behind : List.of("paper", "card", "tint")) {
                assertThat(contrast(colours.get(line), colours.get(behind))).as("--%s on --%s", line, behind).isGreaterThanOrEqualTo(3);
            }
        }
    }

    private static double contrast(String a, String b) {
        double one = luminance(a);
        double other = luminance(b);
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    private static double luminance(String hex) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double share = Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    private final Document traces = Jsoup.parse(TracePage.render(TraceSamples.set()));

    @Test
    void theHeadlineNamesTheFastestAndTheSlowestStrategy() {
        assertThat(traces.select("h1").text()).isEqualTo("One request, 3 strategies: from 218 ms with reactor"
                + " to 640 ms with sequential");
    }

    @Test
    void everyStrategyHasItsTraceAsDataAndAllItsTimesInATable() {
        assertThat(traces.select("figure.waterfall")).hasSize(3);
        for (Element figure : traces.select("figure.waterfall")) {
            JsonNode trace = JsonMapper.builder().build().readTree(figure.attr("data-trace"));
            assertThat(trace.path("strategy").asString()).isEqualTo(figure.select("h3").text());
            assertThat(trace.path("tasks").get(0).path("endMs").asDouble()).isPositive();
            assertThat(figure.attr("data-floor")).isEqualTo("214.0");
            assertThat(figure.attr("data-longest")).as("each has a scale of its own").isEmpty();
            assertThat(figure.select("table caption").text()).contains(figure.select("h3").text());
        }
        assertThat(traces.select("#trace-executor tbody tr")).hasSize(7);
        assertThat(traces.select("#glance tbody tr").eachText()).anySatisfy(
                row -> assertThat(row).startsWith("executor 231 ms 1.08× held throughout 5 15.0 ms"));
    }

    @Test
    void aStrategyWithoutAnAnswerIsToldAndNotDrawn() {
        assertThat(traces.select(".unanswered").text()).contains("disruptor", "503");
    }

    @Test
    void whatComesFromOutsideStaysText() {
        Document hostile = Jsoup.parse(TracePage.render(TraceSamples.hostile(Samples.HOSTILE)));

        assertThat(hostile.select("script")).hasSize(1);
        assertThat(hostile.select("img")).isEmpty();
        assertThat(hostile.select("*").stream().flatMap(element -> element.attributes().asList().stream()))
                .noneMatch(attribute -> attribute.getKey().startsWith("on"));
        assertThat(hostile.select("h3").text()).contains("<script>alert(1)</script>");
    }

    @Test
    void thePageAllowsItsOwnScriptOnlyAndAsksForNothing() {
        assertThat(traces.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'").containsOnlyOnce("sha256");
        assertThat(traces.select("script")).hasSize(1);
        assertThat(traces.select("[src], link, iframe, img")).isEmpty();
        assertThat(traces.select("a[href]")).allMatch(link -> link.attr("href").startsWith("#"));
    }
}
