package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.birdseye.report.Samples;
import io.birdseye.report.page.TracePage;
import io.birdseye.report.trace.TraceSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The waterfalls: lanes are threads, bars are tasks, hatching is queueing. */
class TracePageTest {

    @TempDir
    private static Path folder;

    private static Chromium chromium;
    private static String traces;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.get();
        traces = write("trace.html", TracePage.render(TraceSamples.set()));
    }

    private static String write(String name, String page) throws IOException {
        return Files.writeString(folder.resolve(name), page).toUri().toString();
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void itIsQuietAndReadableInBothThemes(ColorScheme scheme) {
        try (Visit visit = chromium.open(traces, scheme, 1280)) {
            assertThat(visit.page().locator("figure.waterfall svg.picture-of-request").count()).isEqualTo(3);
            visit.assertSound();
        }
    }

    @Test
    void barsAreAsLongAsTheirTimesAndHatchingIsDrawn() {
        try (Visit visit = chromium.open(traces, ColorScheme.LIGHT, 1280)) {
            BoundingBox posts = visit.page().locator("#trace-sequential rect.run").first().boundingBox();
            BoundingBox wire = visit.page().locator("#trace-reactor rect.wire").first().boundingBox();
            BoundingBox wait = visit.page().locator("#trace-sequential rect.wait").first().boundingBox();

            assertThat(wait.width).isBetween(posts.width - 1, posts.width + 1);
            assertThat(posts.x).isBetween(wire.x - 1, wire.x + 1);
            assertThat(wire.width / visit.page().locator("#trace-reactor svg.picture-of-request").boundingBox().width)
                    .as("201 of 218 ms, on a scale of its own").isBetween(201 / 218.0 / 1.15 - 0.01, 201 / 218.0 / 1.15 + 0.01);
            assertThat(posts.width).as("300 of 640 ms, with room behind").isBetween(
                    visit.page().locator("#trace-sequential svg.picture-of-request").boundingBox().width * 0.405,
                    visit.page().locator("#trace-sequential svg.picture-of-request").boundingBox().width * 0.41);
        }
    }

    @Test
    void lanesAreThreadsAndTheHttpThreadComesFirst() {
        try (Visit visit = chromium.open(traces, ColorScheme.LIGHT, 1280)) {
            assertThat(lanes(visit, "executor")).containsExactly(
                    "http-1", "executor-io-1", "executor-io-2", "executor-io-3", "executor-io-4");
            assertThat(visit.page().locator("#trace-executor rect.held").count()).isEqualTo(1);
            assertThat(visit.page().locator("#trace-executor [role=img]").getAttribute("aria-label"))
                    .contains(" in all", "the floor", "HTTP thread is held from beginning to end", "5 threads at work",
                            "15.0 ms, summed over tasks");
        }
    }

    @Test
    void callsThatHoldNoThreadAreOnTheWire() {
        try (Visit visit = chromium.open(traces, ColorScheme.LIGHT, 1280)) {
            assertThat(lanes(visit, "reactor"))
                    .containsExactly("http-2", "on the wire", "reactor-cpu-1", "reactor-cpu-2");
            assertThat(visit.page().locator("#trace-reactor rect.wire").count()).isEqualTo(4);
            assertThat(visit.page().locator("#trace-reactor text.held-text").textContent())
                    .contains("free for other requests after 0.40 ms");
        }
    }

    private static List<String> lanes(Visit visit, String strategy) {
        return visit.page().locator("#trace-" + strategy + " .lane-name > :first-child").allTextContents();
    }

    @Test
    void itFitsATelephone() {
        try (Visit visit = chromium.open(traces, ColorScheme.LIGHT, 390)) {
            visit.assertFits();
            visit.assertNamed();
            assertThat(visit.page().locator("#trace-executor svg.picture-of-request").boundingBox().width)
                    .isBetween(200.0, 390.0);
        }
    }

    @Test
    void theKeyboardReachesTheNumbers() {
        try (Visit visit = chromium.open(traces, ColorScheme.LIGHT, 1280)) {
            assertThat(visit.tabStops())
                    .startsWith("Skip to the waterfalls")
                    .contains("executor", "The numbers", "The command that repeats this")
                    .noneMatch(stop -> stop.startsWith("no outline"));
            visit.page().locator("#trace-executor summary").press("Enter");
            assertThat(visit.page().locator("#trace-executor td").first().isVisible()).isTrue();
        }
    }

    @Test
    void hostileTextStaysText() throws IOException {
        String hostile = write("hostile.html", TracePage.render(TraceSamples.hostile(Samples.HOSTILE)));

        try (Visit visit = chromium.open(hostile, ColorScheme.LIGHT, 390)) {
            visit.assertQuiet();
            visit.assertFits();
            assertThat(visit.page().locator("img").count()).isZero();
            assertThat(visit.page().locator("script").count()).isEqualTo(1);
        }
    }
}
