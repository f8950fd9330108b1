package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder of a JDK. Its file {@code release} tells what it is, which is faster than starting it. */
public record Jdk(Path home) {

    private static final Pattern RELEASE = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    /** JDKs that the start script has found, beside those that are searched here. */
    private static final String FOUND = "birdseye.jdks";

    public static Jdk of(Path java) {
        return new Jdk(java.toAbsolutePath().resolve("../..").normalize());
    }

    /**
     * Finds one by its version, in variables such as {@code JAVA_HOME_27_X64} and in the folders where systems and
     * SDKMAN keep them, or by its folder.
     *
     * @throws TrialFailure if there is none
     */
    public static Jdk find(String wanted, Path base) throws TrialFailure {
        if (!wanted.matches("\\d{1,3}")) {
            Jdk jdk = new Jdk(base.resolve(wanted));
            if (!jdk.exists()) {
                throw new TrialFailure("there is no JDK in " + jdk.home + ": no bin/java");
            }
            return jdk;
        }
        String variable = "(JAVA|JDK)_?(HOME_?)?" + wanted + "(_.*)?";
        Path user = Path.of(System.getProperty("user.home", ""));
        List<Path> folders = List.of(
                user.resolve(".sdkman/candidates/java"), user.resolve(".jdks"), Path.of("/usr/lib/jvm"),
                Path.of("/usr/java"), Path.of("/opt/java"), Path.of("/Library/Java/JavaVirtualMachines"));
        Stream<Path> named = System.getenv().entrySet().stream()
                .filter(entry -> entry.getKey().toUpperCase(Locale.ROOT).matches(variable))
                .map(entry -> Path.of(entry.getValue()));
        Stream<Path> found = Stream.of(System.getProperty(FOUND, "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of);
        return Stream.of(named, folders.stream().flatMap(Jdk::within), found)
                .flatMap(Function.identity())
                .map(Jdk::new)
                .filter(jdk -> jdk.exists() && jdk.feature().filter(feature -> feature == Integer.parseInt(wanted)).isPresent())
                .findFirst()
                .orElseThrow(() -> new TrialFailure("there is no JDK " + wanted + ": not in JAVA_HOME_" + wanted + ", "
                        + String.join(", ", folders.stream().map(Path::toString).toList())
                        + "; 'java' may also be the folder of a JDK"));
    }

    private static Stream<Path> within(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.flatMap(one -> Stream.of(one, one.resolve("Contents").resolve("Home"))).sorted().toList().stream();
        } catch (IOException e) {
            // There is no such folder on this machine.
            return Stream.empty();
        }
    }

    public Path java() {
        return home.resolve("bin").resolve("java");
    }

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
