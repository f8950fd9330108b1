package io.birdseye.cli.options;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The project's folder and the {@code java} of its JDK, as found by the start script. */
public record Workspace(Path folder, Path java) {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** From the properties that the start script sets; without them, the current folder and the JDK of this JVM. */
    public static Workspace find() {
        Path jdk = Path.of(System.getProperty("birdseye.jdk", System.getProperty("java.home", "")));
        return new Workspace(
                Path.of(System.getProperty("birdseye.home", "")).toAbsolutePath(),
                jdk.resolve("bin").resolve("java"));
    }

    /** @throws TrialFailure if a program has not been built */
    public Programs programs() throws TrialFailure {
        return Programs.builtIn(folder, java);
    }

    /** The folder that the user has chosen, or one below {@code results/}. */
    public Path results(Optional<Path> chosen, String name) {
        return chosen.orElseGet(() -> folder.resolve("results").resolve(name)).toAbsolutePath();
    }

    /**
     * The path that the user has chosen, or one below {@code results/} that nothing has yet. It is named by the time in
     * UTC, in which no hour comes twice; where a clock was set back, a number is added.
     */
    public Path newResults(Optional<Path> chosen, String prefix, String suffix) {
        return chosen.orElseGet(() -> unused(folder.resolve("results"), prefix, Instant.now(), suffix)).toAbsolutePath();
    }

    static Path unused(Path parent, String prefix, Instant now, String suffix) {
        String name = prefix + STAMP.format(now);
        Path path = parent.resolve(name + suffix);
        for (int i = 2; Files.exists(path); i++) {
            path = parent.resolve(name + "-" + i + suffix);
        }
        return path;
    }
}
