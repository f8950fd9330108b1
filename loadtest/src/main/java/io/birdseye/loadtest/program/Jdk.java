package io.birdseye.loadtest.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder of a JDK. Its file {@code release} tells what it is, which is faster than starting it. */
public record Jdk(Path home) {

    private static final Pattern RELEASE = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    /** The JDK of a {@code bin/java}. */
    public static Jdk of(Path java) {
        return new Jdk(java.toAbsolutePath().resolve("../..").normalize());
    }

    /** Its {@code java}. */
    public Path java() {
        return home.resolve("bin").resolve("java");
    }

    /** Whether there is one in this folder. */
    public boolean exists() {
        return Files.isExecutable(java());
    }

    /** Its feature version, such as 25; empty where the folder does not tell. */
    public Optional<Integer> feature() {
        try {
            Matcher release = RELEASE.matcher(Files.readString(home.resolve("release")));
            return release.find() ? Optional.of(Integer.parseInt(release.group(1))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
