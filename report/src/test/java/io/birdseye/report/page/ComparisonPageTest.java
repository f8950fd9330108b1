package io.birdseye.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.RowFields;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComparisonPageTest {

    private static final Load RATE = Load.open(50);

    @TempDir
    private static Path folder;

    private static String single = "";
    private static Document page = new Document("");

    @BeforeAll
    static void renderOnce() {
        single = nine(1);
        page = Jsoup.parse(single);
    }

    private static String nine(int blocks) {
        return html(Samples.results(RATE, Samples.nine(folder, RATE, blocks)));
    }

    private static String html(Results results) {
        return ComparisonPage.render(ComparisonTable.of(results, folder));
    }

    private static JsonNode data(Document page) {
        return JsonMapper.builder().build().readTree(page.getElementById("data").data());
    }

    @Test
    void thePageIsWellFormed() {
        Parser parser = Parser.htmlParser().setTrackErrors(20);

        Document page = Jsoup.parse(single, "", parser);

        assertThat(parser.getErrors()).isEmpty();
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
        assertThat(page.select("html[lang=en] > head > title").text()).isEqualTo("Birdseye: 9 strategies, open, 50/s at random");
    }

    @Test
    void whatToTakeIsTheHeadingAndWhatWasFoundStandsBelow() {
        assertThat(page.select("h1").eachText()).singleElement().asString().startsWith("None is better: 5 answered about equally fast (");
        assertThat(page.select("header p.answer").eachText()).first().asString().startsWith("One process each: an indication.");
        assertThat(page.select("header p.answer").eachText()).last().asString().startsWith("At 50/s ");
    }

    @Test
    void nothingIsLoadedFromAnywhere() throws Exception {
        assertThat(page.select("[src], link, iframe, object, embed, form, base")).isEmpty();
        assertThat(page.select("[href]").eachAttr("href")).isNotEmpty()
                .allMatch(href -> href.startsWith("#") || href.startsWith("data:text/csv;"));
        assertThat(page.select("style").first().data()).doesNotContain("url(").doesNotContain("@import");
        String policy = page.select("meta[http-equiv=Content-Security-Policy]").attr("content");
        assertThat(policy).startsWith("default-src 'none';");
        for (Element script : page.select("script:not([type])")) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.data().getBytes(StandardCharsets.UTF_8));
            assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
    }

    @Test
    void everyLinkWithinThePageHasItsTarget() {
        for (String href : page.select("a[href]:not([download])").eachAttr("href")) {
            assertThat(page.getElementById(href.substring(1))).as(href).isNotNull();
        }
    }

    @Test
    void chartsAreLabelledAndHaveTablesBesideThem() {
        assertThat(page.select(".chart")).hasSize(5)
                .allSatisfy(chart -> {
                    assertThat(chart.attr("role")).isEqualTo("img");
                    assertThat(chart.attr("aria-label")).hasSizeGreaterThan(10);
                });
        assertThat(page.select("figure:not(.dots)")).hasSize(4).allSatisfy(figure -> {
            assertThat(figure.select("table caption")).hasSize(1);
            assertThat(figure.select("figcaption")).hasSize(1);
        });
        assertThat(page.select("table")).allSatisfy(table -> {
            int columns = table.select("thead th").size();
            assertThat(table.select("thead th[scope=col]")).hasSize(columns);
            assertThat(table.select("tbody tr:not(.group-head)")).isNotEmpty().allSatisfy(row -> {
                assertThat(row.select("> th[scope=row]")).hasSize(1);
                assertThat(row.children()).hasSize(columns);
            });
        });
        assertThat(page.select(".scroll")).allSatisfy(box -> assertThat(box.attr("tabindex")).isEqualTo("0"));
    }

    @Test
    void everyStrategyHasItsRowItsBoxAndItsCurve() {
        List<String> names = page.select("#results .name, #failures .name").eachText();
        assertThat(names).hasSize(9).contains("rx", "disruptor", "akka-async");
        assertThat(page.select(".filter label").eachText()).isEqualTo(names);
        JsonNode strategies = data(page).path("strategies");
        assertThat(strategies).hasSize(9);
        assertThat(strategies.get(0).path("response").size()).isGreaterThan(20);
        assertThat(strategies.get(8).path("response")).isEmpty();
        assertThat(data(page).path("floors")).as("of the fastest topology").hasSize(1);
    }

    @Test
    void oneBlockShowsNoVerdictAndSeveralShowIntervals() {
        Document one = page;
        Document blocks = Jsoup.parse(nine(5));

        assertThat(one.select(".ratio")).isEmpty();
        assertThat(blocks.select(".ratio b").eachText()).startsWith("best measured");
        assertThat(blocks.select("#failures .reason b").eachText()).containsOnly("fell behind");
        assertThat(blocks.select("#results .note").eachText()).anyMatch(note -> note.startsWith("Left out: block 5 (failed: "));
        assertThat(blocks.select(".ratio").eachText()).anySatisfy(text -> assertThat(text).matches(".+ 1\\.\\d\\d×"
                + " \\(.+× to .+×\\)"));
    }

    @Test
    void aDotForEachThatKeptUpStandsOnOneAxis() {
        assertThat(page.select(".dot-name").eachText())
                .containsExactlyInAnyOrderElementsOf(page.select("#results .name").eachText());
        assertThat(page.select(".dot-row .mark")).hasSameSizeAs(page.select(".dot-name"))
                .allSatisfy(mark -> assertThat(mark.attr("style")).matches("left:\\d+\\.\\d\\d%"));
        assertThat(page.select(".scale b").first().text()).startsWith("floor ");
    }

    @Test
    void thoseAsGoodAsTheBestStandInAGroupThatOpens() {
        Document page = Jsoup.parse(html(Samples.results(RATE, Samples.alike(folder, 4, "a", "b", "c", "d", "e", "f"))));

        assertThat(page.select("tbody.folds .group-head").text())
                .startsWith("As good as the best, less than 5 % slower: 6 strategies").endsWith("Show 5 more");
        assertThat(page.select("tbody.folds tr.row")).hasSize(6);
    }

    @Test
    void theTableCanBeSaved() {
        String address = page.select("a.csv[download]").attr("href");

        assertThat(URLDecoder.decode(address.substring(address.indexOf(',') + 1), StandardCharsets.UTF_8))
                .isEqualTo(RowFields.csv(Samples.table(folder, Samples.nine(folder, RATE, 1))));
    }

    @Test
    void whileItIsMeasuredThePageReadsItselfAgainAndHasNoScript() {
        Results partly = Samples.after(2, Samples.results(RATE, Samples.nine(folder, RATE, 1)));

        for (Document page : List.of(Jsoup.parse(ComparisonPage.live(ComparisonTable.of(partly, folder))),
                Jsoup.parse(ComparisonPage.awaited()))) {
            assertThat(page.select("meta[http-equiv=refresh]")).hasSize(1);
            assertThat(page.select("script")).isEmpty();
        }
        assertThat(page.select("meta[http-equiv=refresh]")).isEmpty();
    }

    @Test
    void textFromOutsideStaysText() {
        Parser parser = Parser.htmlParser().setTrackErrors(20);
        Document page = Jsoup.parse(html(Samples.hostile(folder)), "", parser);

        assertThat(parser.getErrors()).isEmpty();
        assertThat(page.select("script")).hasSize(3);
        assertThat(page.select("img, a[href^=javascript]")).isEmpty();
        assertThat(page.getAllElements()).allSatisfy(element -> assertThat(element.attributes().asList())
                .noneMatch(attribute -> attribute.getKey().startsWith("on")));
        assertThat(page.select("#results .name, #failures .name").first().text()).startsWith("</script><script>alert(1)</script>");
        assertThat(data(page).path("strategies").get(0).path("name").stringValue()).isEqualTo(Samples.HOSTILE);
    }

    @Test
    void oneStrategyThirtyStrategiesAndNoneMakeAPage() {
        List<Trial> thirty = Samples.alike(folder, 1, IntStream.range(0, 30).mapToObj(i -> "s" + i).toArray(String[]::new));

        assertThat(Jsoup.parse(html(Samples.results(RATE, thirty))).select("#results tr.row")).hasSize(30);
        assertThat(Jsoup.parse(html(Samples.results(RATE, thirty.subList(0, 1)))).select("#results"
                + " tr.row")).hasSize(1);
        assertThat(Jsoup.parse(html(Samples.results(RATE, List.of()))).select("h1").text())
                .isEqualTo("Nothing was measured.");
    }

    @Test
    void missingHistogramsLeaveTheTableWhole() {
        Results results = Samples.results(RATE, Samples.nine(folder, RATE, 1));

        Document page = Jsoup.parse(ComparisonPage.render(ComparisonTable.of(results, folder.resolve("elsewhere"))));

        assertThat(page.select("#results tr.row, #failures tbody tr")).hasSize(9);
        assertThat(page.select("#results .note, #failures .note").eachText())
                .filteredOn(note -> note.startsWith("No histogram for block 1")).hasSize(8);
    }

    @Test
    void withoutHistogramsASentenceStandsWhereChartsOfLatencyWould() {
        Results results = Samples.results(RATE, Samples.nine(folder, RATE, 1));

        Document published = Jsoup.parse(ComparisonPage.render(ComparisonTable.of(results, folder.resolve("published"))));

        assertThat(published.select(".chart").eachAttr("id")).doesNotContain("percentiles", "time-latency", "time-rate").contains("rates");
        assertThat(published.select("#latency figcaption").text())
                .isEqualTo("There are no charts of latency by percentile and over time: they are drawn from the histograms of the"
                        + " trials, which are not beside this result, since a published result is kept without them.");
        assertThat(published.select("#latency tbody tr")).as("the percentiles that results.json has").hasSize(8);
        assertThat(published.select(".filter, #time, a[href=#time], input[name=latency]")).isEmpty();
        assertThat(page.select(".filter, #time, #percentiles, input[name=latency]")).hasSize(5);
    }

    @Test
    void whereNothingWasMeasuredThereIsNoEmptyChart() {
        Document page = Jsoup.parse(html(Samples.results(RATE, List.of(Samples.failed("rx", 1, "it died")))));

        assertThat(page.select(".chart")).isEmpty();
        assertThat(page.select("#latency figcaption").text()).isEqualTo("There are no charts of latency: no valid trial has right answers.");
        assertThat(page.select("#where-it-went, #throughput").eachText()).allMatch(text -> text.contains("nothing was measured"));
    }

    @Test
    void rowsWithNearlyTheSameBoundStandInAGroupThatOpens() {
        assertThat(page.select("#bounds > table, #bounds > .scroll th[scope=row]").eachText()).contains("disruptor", "disruptor-async");
        assertThat(page.select("#bounds details > summary").eachText()).singleElement().asString()
                .matches("\\d strategies with X_max at most 5 % apart, [\\d.]+/s.*");
        assertThat(page.select("#bounds th[scope=row]").eachText())
                .containsExactlyInAnyOrderElementsOf(page.select("#results .name, #failures .name").eachText());
    }

    @Test
    void whatIsSaidOfManyRowsNamesThemInAPartThatOpens() {
        List<Trial> trials = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            trials.add(Samples.trial(name, 1, Samples.pools(false, false, 30), RATE, 1.05, folder));
        }

        Document page = Jsoup.parse(html(Samples.results(RATE, trials)));

        Element behind = page.select(".details li:contains(did not keep up)").first();
        assertThat(behind.ownText()).startsWith("4 strategies did not keep up, and their limits are at most 5 % apart.");
        assertThat(behind.select("details li").eachText()).containsExactlyInAnyOrder("a", "b", "c", "d");
    }
}
