package io.birdseye.cli;

import java.nio.file.Path;

/**
 * Where the start script found things.
 *
 * @param folder the project's folder
 * @param java the {@code java} of JDK 25
 */
record Home(Path folder, Path java) {

    /** From the properties that the start script sets; without it, from where we are. */
    static Home find() {
        Path jdk = Path.of(System.getProperty("birdseye.jdk", System.getProperty("java.home", "")));
        return new Home(
                Path.of(System.getProperty("birdseye.home", "")).toAbsolutePath(),
                jdk.resolve("bin").resolve("java"));
    }
}
