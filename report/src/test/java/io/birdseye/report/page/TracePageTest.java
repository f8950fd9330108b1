package io.birdseye.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.Hostile;
import io.birdseye.report.trace.TraceSamples;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TracePageTest {

    private final Document page = Jsoup.parse(TracePage.render(TraceSamples.set()));

    @Test
    void theHeadlineNamesTheFastestAndTheSlowestStrategy() {
        assertThat(page.select("h1").text()).isEqualTo("One request, 3 strategies: from 218 ms with reactor"
                + " to 640 ms with sequential");
    }

    @Test
    void everyStrategyHasItsTraceAsDataAndAllItsTimesInATable() {
        assertThat(page.select("figure.waterfall")).hasSize(3);
        for (Element figure : page.select("figure.waterfall")) {
            JsonNode trace = JsonMapper.builder().build().readTree(figure.attr("data-trace"));
            assertThat(trace.path("strategy").asString()).isEqualTo(figure.select("h3").text());
            assertThat(trace.path("tasks").get(0).path("endMs").asDouble()).isPositive();
            assertThat(figure.attr("data-floor")).isEqualTo("214.0");
            assertThat(figure.attr("data-longest")).as("each has a scale of its own").isEmpty();
            assertThat(figure.select("table caption").text()).contains(figure.select("h3").text());
        }
        assertThat(page.select("#trace-executor tbody tr")).hasSize(7);
        assertThat(page.select("#glance tbody tr").eachText()).anySatisfy(
                row -> assertThat(row).startsWith("executor 231 ms 1.08× held throughout 5 15.0 ms"));
    }

    @Test
    void aStrategyWithoutAnAnswerIsToldAndNotDrawn() {
        assertThat(page.select(".unanswered").text()).contains("disruptor", "503");
    }

    @Test
    void whatComesFromOutsideStaysText() {
        Document hostile = Jsoup.parse(TracePage.render(TraceSamples.hostile(Hostile.TEXT)));

        assertThat(hostile.select("script")).hasSize(1);
        assertThat(hostile.select("img")).isEmpty();
        assertThat(hostile.select("*").stream().flatMap(element -> element.attributes().asList().stream()))
                .noneMatch(attribute -> attribute.getKey().startsWith("on"));
        assertThat(hostile.select("h3").text()).contains("<script>alert(1)</script>");
    }

    @Test
    void thePageAllowsItsOwnScriptOnlyAndAsksForNothing() {
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'")
                .containsOnlyOnce("sha256");
        assertThat(page.select("script")).hasSize(1);
        assertThat(page.select("[src], link, iframe, img")).isEmpty();
        assertThat(page.select("a[href]")).allMatch(link -> link.attr("href").startsWith("#"));
    }
}
