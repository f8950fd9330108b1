package io.birdseye.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Takes the pictures of the documentation, by {@code docs/screenshots/take}; its name keeps it out of the test run. */
class Screenshots {

    private static final int WIDTH = 1280;

    private final Path out = Path.of(property("out"));

    private static String property(String name) {
        String full = "birdseye.screenshots." + name;
        return Objects.requireNonNull(System.getProperty(full), () -> "-D" + full + " is missing");
    }

    @Test
    void take() throws IOException {
        Files.createDirectories(out);
        shoot(Path.of(property("comparison")).toUri().toString(), "comparison", 1150);
        shoot(Path.of(property("trace")).toUri().toString(), "trace", 1560);
        try (FrontPageTest.Running running = new FrontPageTest.Running(200)) {
            for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
                try (Visit visit = Chromium.get().open(running.address(), scheme, WIDTH)) {
                    front(visit.page());
                    save(visit.page(), "service" + suffix(scheme), 1250);
                }
            }
        }
    }

    private void shoot(String address, String name, int height) {
        for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
            try (Visit visit = Chromium.get().open(address, scheme, WIDTH)) {
                save(visit.page(), name + suffix(scheme), height);
            }
        }
    }

    private static String suffix(ColorScheme scheme) {
        return scheme == ColorScheme.DARK ? "-dark" : "";
    }

    /** Waits until something is to be seen: a strategy that is warm, and some seconds of a load. */
    private static void front(Page page) {
        page.locator("#cards li").first().waitFor();
        page.locator("#strategy").selectOption("executor");
        page.locator("#sharedMemory").selectOption("0.5");
        page.locator("#load").click();
        awaitSeconds(page, 8);
        page.locator("button.main").click();
        page.locator("#outcome").waitFor();
        awaitSeconds(page, 10);
    }

    private static void awaitSeconds(Page page, int seconds) {
        // Not waitForFunction, which evaluates inside the page: its policy does not allow that.
        page.waitForCondition(
                () -> ((Number) page.evaluate("(document.querySelector('.spark .p50')?.getAttribute('points') ?? '')"
                        + ".split(' ').length")).intValue() >= seconds,
                new Page.WaitForConditionOptions().setTimeout(60_000));
    }

    private void save(Page page, String name, int height) {
        page.setViewportSize(WIDTH, height);
        page.screenshot(new Page.ScreenshotOptions().setPath(out.resolve(name + ".png")));
    }
}
