package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.birdseye.model.Load;
import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.VariedSamples;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a comparison, opened from disk as somebody gets it by e-mail. */
class ComparisonPageTest {

    private static final List<String> CHARTS = List.of("percentiles", "time-latency", "time-rate", "parts", "rates");

    /** Whether what can be seen of the scale below the dots stands apart. */
    private static final String SCALE = """
            () => [...document.querySelectorAll('.scale b')].map(label => label.getBoundingClientRect()).filter(box => box.width > 0)
                .every((box, i, all) => i === 0 || box.left >= all[i - 1].right)""";

    /** Of the medians of what did not keep up, in ms. */
    private static final String SLOWEST_BEHIND = """
            () => Math.max(...JSON.parse(document.getElementById('data').textContent).strategies
                .filter(row => !row.keptUp && row.response).map(row => row.response.at(-1).ms)) + 0.5""";

    @TempDir
    private static Path folder;

    private static Chromium chromium;
    private static String nine;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.get();
        Path to = folder.resolve("nine");
        nine = page(Samples.results(Load.open(50), Samples.nine(to, Load.open(50), 3)), to);
    }

    private static String page(Results results, Path to) throws IOException {
        Reports.write(results, to, Simplicity.NONE);
        return to.resolve(Reports.PAGE).toUri().toString();
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void itDrawsItsChartsQuietlyAndReadablyInBothThemes(ColorScheme scheme) {
        try (Visit visit = chromium.open(nine, scheme, 1280)) {
            for (String chart : CHARTS) {
                assertThat(visit.page().locator("#" + chart + " svg path").count()).as(chart).isGreaterThan(5);
            }
            visit.assertSound();
        }
    }

    @Test
    void itFitsATelephone() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 390)) {
            visit.assertFits();
            for (String chart : CHARTS) {
                assertThat(visit.page().locator("#" + chart).boundingBox().width).as(chart).isLessThanOrEqualTo(390);
            }
        }
    }

    @Test
    void manyStrategiesFitToo() throws IOException {
        Path to = folder.resolve("many");
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            trials.add(Samples.trial("strategy-with-a-long-name-" + i, 1, Samples.pools(i % 7 == 0, i % 2 == 0, 60),
                    Load.open(20), 1.02 + i * 0.01, to));
        }
        String many = page(Samples.results(Load.open(20), trials), to);

        for (int width : List.of(390, 1280)) {
            try (Visit visit = chromium.open(many, ColorScheme.LIGHT, width)) {
                visit.assertFits();
                visit.assertQuiet();
            }
        }
    }

    @Test
    void fiveLinesHaveAColourAndANameAndTheOthersAreGrey() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            int before = page.locator("#percentiles svg text").count();

            assertThat(page.locator("input[name=strategy]:checked").count()).isEqualTo(5);
            page.locator("button[data-show=none]").click();
            int none = page.locator("#percentiles svg text").count();
            page.locator(".choosing summary").click();
            page.locator("input[name=strategy]").first().check();

            assertThat(none).as("five names beside lines").isLessThanOrEqualTo(before - 5);
            assertThat(page.locator("#percentiles svg text").count()).isEqualTo(none + 1);
            visit.assertQuiet();
        }
    }

    /** The two disruptors take seconds, all others some 210 ms. */
    @Test
    void whatDidNotKeepUpSetsNoAxis() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            List<String> before = ticks(page);
            page.locator("button[data-show=all]").click();

            assertThat((Double) page.evaluate(SLOWEST_BEHIND)).isGreaterThan(2_000);
            assertThat(before).hasSizeGreaterThan(2).noneMatch(tick -> tick.matches("([2-9]|\\d\\d.*) s"));
            assertThat(ticks(page)).isEqualTo(before);
        }
    }

    private static List<String> ticks(Page page) {
        return page.locator("#percentiles svg text").allTextContents().stream().filter(text -> text.matches("[\\d.]+ m?s")).toList();
    }

    /** With nearly equal lines, with names that are too long for a phone, and with axes. */
    @Test
    void namesOfLinesDoNotLieOverOneAnother() throws IOException {
        Path equal = folder.resolve("alike");
        List<Trial> alike = Samples.alike(equal, 1, "alike-0", "alike-1", "alike-2", "alike-3", "alike-4", "alike-5", "alike-6", "alike-7");
        Path varied = folder.resolve("axes");
        for (String address : List.of(nine, page(Samples.results(Load.open(50), alike), equal),
                page(VariedSamples.results(varied, 1), varied))) {
            for (int width : List.of(390, 768, 1280)) {
                try (Visit visit = chromium.open(address, ColorScheme.LIGHT, width)) {
                    assertThat(visit.page().evaluate(SCALE)).as("scale at %d: %s", width, address).isEqualTo(true);
                    for (String chart : List.of("percentiles", "time-latency")) {
                        assertThat(visit.evaluate("names.js", chart)).as("%s at %d: %s", chart, width, address).hasSize(5)
                                .allMatch(name -> !name.toString().startsWith("over another: "));
                    }
                    visit.assertFits();
                }
            }
        }
    }

    @Test
    void withoutHistogramsThePageHasNoEmptyChartAndStaysQuiet() throws IOException {
        Path to = folder.resolve("published");
        Results results = Samples.results(Load.open(50), Samples.nine(folder.resolve("left"), Load.open(50), 1));
        String published = page(results, to);

        for (int width : List.of(390, 1280)) {
            try (Visit visit = chromium.open(published, ColorScheme.DARK, width)) {
                assertThat(visit.page().locator("#latency").innerText()).contains("There are no charts of latency");
                for (Locator chart : visit.page().locator(".chart").all()) {
                    assertThat(chart.locator("svg path").count()).isGreaterThan(5);
                }
                visit.assertSound();
            }
        }
    }

    @Test
    void whatIsChosenStandsInTheAddressAndALinkShowsTheSame() {
        String link;
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            page.locator("button[data-show=all]").click();
            page.locator("input[name=scale][value=linear]").check();
            page.locator("th[data-sort] .sort").nth(2).click();
            link = page.url();
            visit.assertQuiet();
        }
        assertThat(link).startsWith(nine + "#").contains("scale=linear", "sort=2.up", "show=");
        try (Visit visit = chromium.open(link, ColorScheme.LIGHT, 1280)) {
            assertThat(visit.page().locator("input[name=strategy]:checked").count()).isEqualTo(9);
            assertThat(visit.page().locator("input[name=scale][value=linear]").isChecked()).isTrue();
            assertThat(visit.page().locator("th[aria-sort=ascending]").textContent()).contains("p50");
        }
    }

    @Test
    void columnsSortWithinTheirGroup() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            page.locator(".fold").all().forEach(Locator::click);
            page.locator("th[data-sort] .sort").first().click();

            for (Locator group : page.locator("table.results tbody").all()) {
                assertThat(group.locator(".name").allTextContents()).isSorted();
            }
        }
    }

    @Test
    void aGroupShowsItsFirstRowUntilItIsOpened() throws IOException {
        Path to = folder.resolve("equal");
        String equal = page(Samples.results(Load.open(50), Samples.alike(to, 4, "a", "b", "c", "d", "e", "f")), to);

        try (Visit visit = chromium.open(equal, ColorScheme.LIGHT, 1280)) {
            Locator rows = visit.page().locator("table.results tr.row:visible");
            assertThat(rows.count()).isEqualTo(1);
            visit.page().locator(".fold").click();
            assertThat(rows.count()).isEqualTo(6);
            assertThat(visit.page().url()).endsWith("open=0");
        }
    }

    @Test
    void aPhoneShowsCards() {
        try (Visit visit = chromium.open(nine, ColorScheme.DARK, 390)) {
            Locator first = visit.page().locator("table.results tr.row").first();
            assertThat(first.boundingBox().width).isLessThanOrEqualTo(390);
            assertThat(first.locator("td.num").first().evaluate("cell => getComputedStyle(cell, '::before').content"))
                    .isEqualTo("\"p50\"");
            visit.assertReadable();
        }
    }

    @Test
    void rowsOfAxesAreGroupedByWhatTheReaderChooses() throws IOException {
        Path to = folder.resolve("varied");
        String varied = page(VariedSamples.results(to, 2), to);

        try (Visit visit = chromium.open(varied, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            List<String> byRank = page.locator("table.results .name").allTextContents();

            page.locator("label:has(input[name=group][value=layout])").click();
            assertThat(page.locator("table.results tr.group-head").allTextContents()).containsExactly("primitive", "boxed");
            assertThat(page.locator("table.results .name").allTextContents())
                    .hasSameElementsAs(byRank)
                    .satisfies(names -> assertThat(names.subList(0, 4)).allMatch(name -> name.endsWith("primitive")));
            visit.assertReadable();
            visit.assertFits();
            page.locator("label:has(input[name=group][value=rank])").click();

            assertThat(page.locator("table.results .name").allTextContents()).isEqualTo(byRank);
            assertThat(page.locator("#effects tbody tr").count()).isEqualTo(5);
            visit.assertQuiet();
        }
    }

    @Test
    void theKeyboardReachesEverything() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            visit.page().evaluate("document.querySelector('.choosing').open = true");
            var stops = visit.tabStops();

            assertThat(stops).first().isEqualTo("Skip to the results");
            assertThat(stops).contains("Latency", "strategy=0", "strategy=8", "All", "p50 ms", "Download all as CSV", "latency=response", "The numbers",
                    "copy", "The command that repeats this");
            assertThat(stops).noneMatch(stop -> stop.startsWith("no outline"));
        }
    }

    @Test
    void hostileTextStaysText() throws IOException {
        String hostile = page(Samples.hostile(folder.resolve("hostile")), folder.resolve("hostile"));

        try (Visit visit = chromium.open(hostile, ColorScheme.LIGHT, 1280)) {
            visit.page().locator("#percentiles").hover();
            visit.page().locator("#rates").hover();
            visit.assertQuiet();
            assertThat(visit.page().locator("img").count()).isZero();
            assertThat(visit.page().locator("script").count()).isEqualTo(3);
        }
    }

    @Test
    void aClosedLoadSaysWhatItHides() throws IOException {
        Path to = folder.resolve("closed");
        String closed = page(Samples.results(Load.closed(20), Samples.nine(to, Load.closed(20), 1)), to);

        try (Visit visit = chromium.open(closed, ColorScheme.LIGHT, 1280)) {
            assertThat(visit.page().locator("#closed-model").innerText()).contains("freezes for one second", "--rate");
        }
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            assertThat(visit.page().locator("#closed-model").count()).isZero();
        }
    }
}
