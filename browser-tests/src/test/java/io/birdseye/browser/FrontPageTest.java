package io.birdseye.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.birdseye.mockapi.MockApi;
import io.birdseye.mockapi.UpstreamSettings;
import io.birdseye.service.Service;
import io.birdseye.service.ServiceMain;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The service's front page, over a real service and a real mock-api. */
class FrontPageTest {

    private static Chromium chromium;
    private static Running running;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.get();
        running = new Running(20);
    }

    @AfterAll
    static void stop() {
        if (running != null) {
            running.close();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void aStrategyIsTriedAndItsWaterfallAndAnswerAreThere(ColorScheme scheme) {
        try (Visit visit = open(scheme, 1280)) {
            Page page = visit.page();
            page.locator("#strategy").selectOption("executor");
            page.locator("#userId").fill("3");
            page.locator("#sharedMemory").selectOption("0.5");
            page.locator("button.main").click();

            page.locator("#outcome").waitFor();
            assertThat(page.locator("#traced").innerText()).isEqualTo("executor");
            assertThat(page.locator("#fall rect.io").count()).isEqualTo(4);
            assertThat(page.locator("#fall rect.cpu").count()).isEqualTo(3);
            assertThat(page.locator("#fall .lane-name").first().innerText()).startsWith("http-");
            assertThat(page.locator("#fall [role=img]").getAttribute("aria-label"))
                    .contains("executor", "HTTP thread is held");
            assertThat(page.locator("#tasks tr").count()).isEqualTo(7);
            page.locator("summary", new Page.LocatorOptions().setHasText("The answer")).click();
            assertThat(page.locator("#answer").innerText()).contains("\"userId\": 3");
            visit.assertSound();
        }
    }

    @Test
    void everyStrategyIsThereWithItsSummary() {
        try (Visit visit = open(ColorScheme.LIGHT, 1280)) {
            Strategies.load().all().forEach(entry -> {
                Locator card = visit.page().locator("#cards li").filter(new Locator.FilterOptions()
                        .setHas(visit.page().locator("h3", new Page.LocatorOptions()
                                .setHasText(Pattern.compile("^" + entry.name() + "$")))));
                assertThat(card.innerText()).containsIgnoringCase(entry.info().summary());
            });
        }
    }

    @Test
    void wrongInputIsRefusedInTheWordsOfTheApi() {
        try (Visit visit = open(ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            page.locator("#ioPoolSize").fill("0");
            page.locator("#ioPoolSize").press("Enter");

            page.locator("#problem").waitFor();
            assertThat(page.locator("#problem").innerText())
                    .contains("parameter 'ioPoolSize' is '0'; allowed is a whole number from 1 to");
            assertThat(page.locator("#ioPoolSize").getAttribute("aria-invalid")).isEqualTo("true");
            assertThat(page.evaluate("document.activeElement.id")).isEqualTo("ioPoolSize");
            // The browser itself tells of the status, and of nothing else.
            assertThat(visit.takeComplaints()).hasSize(1).allMatch(text -> text.contains("400"));
            visit.assertReadable();
        }
    }

    @Test
    void whatHappensIsSeenLive() {
        try (Visit visit = open(ColorScheme.LIGHT, 1280)) {
            Page page = visit.page();
            page.locator("#live-state", new Page.LocatorOptions().setHasText("One event a second")).waitFor();
            page.locator("#strategy").selectOption("virtual-threads");
            page.locator("#sharedMemory").selectOption("0.5");
            page.locator("#load").click();

            Locator row = page.locator("#live-rows tr", new Page.LocatorOptions().setHasText("virtual-threads"));
            row.waitFor();
            row.locator("td", new Locator.LocatorOptions().setHasText(" ms")).first().waitFor();
            page.locator("#load").click();

            assertThat(row.locator("td").count()).isEqualTo(6);
            assertThat(page.locator("#quiet").isVisible()).isFalse();
            visit.assertFits();
            visit.assertQuiet();
        }
    }

    @Test
    void itFitsATelephone() {
        try (Visit visit = open(ColorScheme.DARK, 390)) {
            visit.page().locator("button.main").click();
            visit.page().locator("#outcome").waitFor();
            visit.assertFits();
            visit.assertQuiet();
        }
    }

    @Test
    void theKeyboardReachesEverything() {
        try (Visit visit = open(ColorScheme.LIGHT, 1280)) {
            assertThat(visit.tabStops())
                    .startsWith("Skip to the form", "strategy", "ioPoolSize")
                    .contains("factor", "Run one request", "load", "Try rx")
                    .noneMatch(stop -> stop.startsWith("no outline"));
        }
    }

    private static Visit open(ColorScheme scheme, int width) {
        Visit visit = chromium.open(running.address(), scheme, width);
        visit.page().locator("#cards li").first().waitFor();
        visit.page().locator("#factor").waitFor();
        return visit;
    }

    /** A service over a mock-api, both on free ports. */
    static final class Running implements AutoCloseable {

        private final MockApi mock;
        private final Service service;

        Running(int delayMs) throws IOException {
            mock = MockApi.start(UpstreamSettings.fromJson("{\"default\":{\"fixedDelayMilliseconds\":" + delayMs + "}}"));
            service = new Service(ServiceMain.parse(
                    "--port=0", "--upstream=" + mock.url(), "--memory-sizes=0.5,5,10", "--default-cpu=2"));
        }

        String address() {
            return "http://127.0.0.1:" + service.port() + "/";
        }

        @Override
        public void close() {
            service.close();
            mock.close();
        }
    }
}
