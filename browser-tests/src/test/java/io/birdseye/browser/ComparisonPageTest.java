package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.birdseye.model.Load;
import io.birdseye.report.Hostile;
import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of a comparison, opened from disk as somebody gets it by e-mail. */
class ComparisonPageTest {

    private static final List<String> CHARTS = List.of("percentiles", "time-latency", "time-rate", "where", "rates");

    @TempDir
    private static Path folder;

    private static Chromium chromium;
    private static String nine;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.start();
        Path to = folder.resolve("nine");
        nine = page(Samples.results(Load.open(50), Samples.nine(to, Load.open(50), 3)), to);
    }

    @AfterAll
    static void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    private static String page(Results results, Path to) throws IOException {
        Reports.write(results, to);
        return to.resolve(Reports.PAGE).toUri().toString();
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void itDrawsItsChartsQuietlyAndReadablyInBothThemes(ColorScheme scheme) {
        try (Visit visit = chromium.open(nine, scheme, 1280)) {
            for (String chart : CHARTS) {
                assertThat(visit.page().locator("#" + chart + " svg path").count()).as(chart).isGreaterThan(5);
            }
            visit.assertReadable();
            visit.assertNamed();
            visit.assertFits();
            visit.assertQuiet(nine);
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
                visit.assertQuiet(many);
            }
        }
    }

    @Test
    void aStrategyThatIsSwitchedOffLeavesTheCharts() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            int before = page.locator("#percentiles svg path").count();

            page.locator("button[data-show=none]").click();
            int none = page.locator("#percentiles svg path").count();
            page.locator("input[name=strategy]").first().check();

            assertThat(none).isLessThan(before);
            assertThat(page.locator("#percentiles svg path").count()).isBetween(none + 1, before - 1);
            visit.assertQuiet(nine);
        }
    }

    @Test
    void theKeyboardReachesEverything() {
        try (Visit visit = chromium.open(nine, ColorScheme.LIGHT, 1280)) {
            var stops = visit.tabStops();

            assertThat(stops).first().isEqualTo("Skip to the results");
            assertThat(stops).contains("Latency", "strategy=0", "strategy=8", "All", "latency=response", "The numbers",
                    "copy", "The command that repeats this");
            assertThat(stops).noneMatch(stop -> stop.startsWith("no outline"));
        }
    }

    @Test
    void hostileTextStaysText() throws IOException {
        String hostile = page(Hostile.results(folder.resolve("hostile")), folder.resolve("hostile"));

        try (Visit visit = chromium.open(hostile, ColorScheme.LIGHT, 1280)) {
            visit.page().locator("#percentiles").hover();
            visit.page().locator("#rates").hover();
            visit.assertQuiet(hostile);
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
