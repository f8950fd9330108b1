package io.birdseye.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.Hostile;
import io.birdseye.report.trace.TraceSamples;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class TracePageTest {

    private final Document page = Jsoup.parse(TracePage.render(TraceSamples.set()));

    @Test
    void theHeadlineNamesTheFastestAndTheSlowestWay() {
        assertThat(page.select("h1").text()).isEqualTo("One request, 3 ways: from 218 ms with reactor to 640 ms with"
                + " sequential");
    }

    @Test
    void everyStrategyHasAPictureWithATextAndAllItsTimesInATable() {
        assertThat(page.select("figure.waterfall")).hasSize(3);
        for (Element figure : page.select("figure.waterfall")) {
            assertThat(figure.select("[role=img]").attr("aria-label")).contains(" in all", "the floor");
            assertThat(figure.select("table caption").text()).contains(figure.select("h3").text());
        }
        assertThat(page.select("#trace-executor tbody tr")).hasSize(7);
        assertThat(page.select("#trace-executor [role=img]").attr("aria-label"))
                .contains("HTTP thread is held from beginning to end", "5 threads at work", "15.0 ms in all");
    }

    @Test
    void lanesAreThreadsAndTheHttpThreadComesFirst() {
        assertThat(lanes("executor")).containsExactly(
                "http-1", "executor-io-1", "executor-io-2", "executor-io-3", "executor-io-4");
        assertThat(page.select("#trace-executor rect.held")).hasSize(1);
    }

    @Test
    void callsThatHoldNoThreadAreOnTheWire() {
        assertThat(lanes("reactor")).containsExactly("http-2", "on the wire", "reactor-cpu-1", "reactor-cpu-2");
        assertThat(page.select("#trace-reactor rect.wire")).hasSize(4);
        assertThat(page.select("#trace-reactor text.held-text").text())
                .contains("free for other requests after 0.40 ms");
    }

    @Test
    void barsStandOnOneAxisAndHatchingEndsWhereTheBarBegins() {
        Element wait = page.select("#trace-sequential rect.wait").first();
        Element run = wait.parent().select("rect.run").first();
        double axis = 640 * 1.15;

        assertThat(percent(wait, "x")).isZero();
        assertThat(percent(wait, "width")).isEqualTo(percent(run, "x"));
        assertThat(percent(run, "x")).isCloseTo(300 / axis * 100, org.assertj.core.data.Offset.offset(0.01));
        Element posts = page.select("#trace-executor rect.run").first();
        assertThat(percent(posts, "width")).isLessThan(percent(run, "width"));
    }

    @Test
    void aStrategyWithoutAnAnswerIsToldAndNotDrawn() {
        assertThat(page.select(".unanswered").text()).contains("disruptor", "503");
    }

    @Test
    void whatComesFromOutsideStaysText() {
        Document hostile = Jsoup.parse(TracePage.render(TraceSamples.hostile(Hostile.TEXT)));

        assertThat(hostile.select("script, img")).isEmpty();
        assertThat(hostile.select("*").stream().flatMap(element -> element.attributes().asList().stream()))
                .noneMatch(attribute -> attribute.getKey().startsWith("on"));
        assertThat(hostile.select("h3").text()).contains("<script>alert(1)</script>");
    }

    @Test
    void thePageAllowsNoScriptAndAsksForNothing() {
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'")
                .doesNotContain("script-src");
        assertThat(page.select("script, link, iframe, img")).isEmpty();
        assertThat(page.select("a[href]")).allMatch(link -> link.attr("href").startsWith("#"));
    }

    private List<String> lanes(String strategy) {
        return page.select("#trace-" + strategy + " .lane-name").stream()
                .map(name -> name.child(0).text())
                .toList();
    }

    private static double percent(Element element, String attribute) {
        return Double.parseDouble(element.attr(attribute).replace("%", ""));
    }
}
