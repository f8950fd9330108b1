package io.birdseye.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Where results go, and on which machine they came about. */
final class Folders {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    private Folders() {}

    /** A new folder under {@code results/}. */
    static Path fresh(Home home, String command) {
        return home.folder().resolve("results").resolve(command + "-" + STAMP.format(LocalDateTime.now()));
    }

    static String machine() {
        return "Measured on " + Runtime.getRuntime().availableProcessors() + " cores, JDK "
                + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.version")
                + "; injector, mock and service share them.";
    }
}
