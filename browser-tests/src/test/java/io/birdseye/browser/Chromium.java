package io.birdseye.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The Chromium of this machine, one for all tests. Playwright drives it, and never fetches one of its own. */
final class Chromium {

    private static final String HOW = "set BIRDSEYE_CHROMIUM to its executable, or install it"
            + " (Debian: apt-get install chromium)";
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");

    private static Optional<Chromium> started = Optional.empty();

    private final Browser browser;

    private Chromium(Path executable) {
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        List<String> arguments = new ArrayList<>(List.of("--disable-dev-shm-usage", "--hide-scrollbars"));
        if (System.getProperty("user.name").equals("root")) {
            // Its sandbox refuses to run as root, which is who tests in a container.
            arguments.add("--no-sandbox");
        }
        browser = playwright.chromium()
                .launch(new LaunchOptions().setExecutablePath(executable).setHeadless(true).setArgs(arguments));
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    }

    /**
     * Starts it with the first test that asks. Where there is none, or {@code -Dbirdseye.browser=none} is given, the
     * test does not run, and says so; with {@code -Dbirdseye.browser=required} it fails.
     */
    static Chromium get() {
        started = Optional.of(started.orElseGet(Chromium::start));
        return started.get();
    }

    private static Chromium start() {
        String wish = System.getProperty("birdseye.browser", "");
        Assumptions.assumeFalse(wish.equals("none"), "no browser is wanted: -Dbirdseye.browser=none");
        Optional<Path> executable = find();
        if (executable.isEmpty()) {
            String missing = "Chromium was not found: " + HOW + ".";
            if (wish.equals("required")) {
                throw new AssertionError(missing);
            }
            System.out.println("browser-tests: skipped. " + missing);
            Assumptions.abort(missing);
        }
        return new Chromium(executable.orElseThrow());
    }

    private static Optional<Path> find() {
        String named = System.getenv("BIRDSEYE_CHROMIUM");
        if (named != null && !named.isBlank()) {
            Path path = Path.of(named);
            if (!Files.isExecutable(path)) {
                throw new AssertionError("BIRDSEYE_CHROMIUM names " + named + ", which is no executable file");
            }
            return Optional.of(path);
        }
        List<String> folders = new ArrayList<>(List.of("/usr/bin", "/usr/local/bin", "/snap/bin"));
        folders.addAll(List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)));
        folders.add("/Applications/Google Chrome.app/Contents/MacOS");
        return folders.stream()
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page in a window of its own, which knows nothing of the others. */
    Visit open(String address, ColorScheme scheme, int width) {
        return new Visit(browser.newContext(new Browser.NewContextOptions()
                .setColorScheme(scheme)
                .setViewportSize(width, 900)
                .setLocale("en-US")), address);
    }
}
