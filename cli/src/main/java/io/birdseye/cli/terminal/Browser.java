package io.birdseye.cli.terminal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Opens a page in the user's browser, as far as there is one. */
final class Browser {

    private Browser() {}

    /** Without a browser, or a screen for it, says where the page is. */
    static void open(Path page) {
        String address = page.toUri().toString();
        for (List<String> command : commands(System.getProperty("os.name"), address)) {
            try {
                Process _ = new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return;
            } catch (IOException e) {
                // There is no such program; the next may be there.
            }
        }
        System.err.println("No browser was found; the page is " + address);
    }

    /** What may open an address, the user's own choice first. */
    static List<List<String>> commands(String system, String address) {
        String chosen = System.getenv().getOrDefault("BROWSER", "");
        boolean mac = system.startsWith("Mac");
        boolean windows = system.toLowerCase(Locale.ROOT).startsWith("windows");
        boolean screen = mac || windows || System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        if (!chosen.isBlank() && !chosen.contains(" ")) {
            return List.of(List.of(chosen, address));
        }
        if (!screen) {
            return List.of();
        }
        return List.of(mac ? List.of("open", address)
                : windows ? List.of("rundll32", "url.dll,FileProtocolHandler", address) : List.of("xdg-open", address));
    }
}
