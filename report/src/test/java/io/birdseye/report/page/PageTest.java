package io.birdseye.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PageTest {

    private static final Chart CHART = Chart.lines("p99 <over> the pool", "pool", "p99 ms")
            .predicted("predicted", List.of(
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
                .startsWith("default-src 'none'")
                .doesNotContain("script-src");
        assertThat(page.select("h1").text()).isEqualTo("<i>Headline</i>");
        assertThat(page.select(".brand").text()).isEqualTo("Birdseye a test");
        assertThat(page.select("style").first().data()).contains("prefers-color-scheme: dark");
    }

    @Test
    void textStaysTextInEveryBlock() {
        String text = "</pre><script>alert(1)</script>\u001b\0";
        Document page = parse(new Page(text)
                .heading(text).paragraph(text).small(text).preformatted(text)
                .table(text, List.of(text, "b"), List.of(List.of(text, text), List.of("failed"))));

        assertThat(page.select("script")).isEmpty();
        assertThat(page.select("main > h2, main > p, main > pre, caption, td, tbody th").eachText())
                .filteredOn(shown -> shown.startsWith("</pre><script>alert(1)</script>"))
                .hasSize(7);
        assertThat(page.select("tbody tr")).hasSize(2).allSatisfy(row -> assertThat(row.children()).hasSize(2));
    }

    @Test
    void theReasonOfARowWithoutFiguresHasTheWidthOfAllThatAreMissing() {
        Document page = parse(new Page("title")
                .table("c", List.of("name", "a", "b", "c"), List.of(List.of("x", "1", "2", "3"), List.of("y", "4", "failed: all of it"))));

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
}
