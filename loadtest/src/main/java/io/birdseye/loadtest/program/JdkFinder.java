package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds a JDK by its version, in variables such as {@code JAVA_HOME_27_X64} and in the folders where systems and SDKMAN
 * keep them.
 *
 * @param environment variables of this process
 * @param folders that hold JDKs
 * @param found folders of JDKs
 */
public record JdkFinder(Map<String, String> environment, List<Path> folders, List<Path> found) {

    /** Folders of JDKs that the start script has found, beside those that are searched here. */
    private static final String FOUND = "birdseye.jdks";

    /** On this machine. */
    public static JdkFinder ofSystem() {
        Path home = Path.of(System.getProperty("user.home", ""));
        return new JdkFinder(System.getenv(), List.of(
                home.resolve(".sdkman/candidates/java"), home.resolve(".jdks"), Path.of("/usr/lib/jvm"),
                Path.of("/usr/java"), Path.of("/opt/java"), Path.of("/Library/Java/JavaVirtualMachines")),
                Stream.of(System.getProperty(FOUND, "").split(File.pathSeparator))
                        .filter(folder -> !folder.isBlank())
                        .map(Path::of)
                        .toList());
    }

    /**
     * The folder of a JDK.
     *
     * @param wanted a version such as {@code 27}, or a folder
     * @param base of a folder that is not absolute
     * @throws TrialFailure if there is none
     */
    public Path find(String wanted, Path base) throws TrialFailure {
        if (!wanted.matches("\\d{1,3}")) {
            Path folder = base.resolve(wanted);
            if (!new Jdk(folder).exists()) {
                throw new TrialFailure("there is no JDK in " + folder + ": no bin/java");
            }
            return folder;
        }
        List<Path> candidates = new ArrayList<>();
        environment.forEach((name, value) -> {
            if (name.toUpperCase(Locale.ROOT).matches("(JAVA|JDK)_?(HOME_?)?" + wanted + "(_.*)?")) {
                candidates.add(Path.of(value));
            }
        });
        folders.forEach(folder -> candidates.addAll(within(folder)));
        candidates.addAll(found);
        return candidates.stream()
                .map(Jdk::new)
                .filter(Jdk::exists)
                .filter(jdk -> jdk.feature().filter(feature -> feature == Integer.parseInt(wanted)).isPresent())
                .map(Jdk::home)
                .findFirst()
                .orElseThrow(() -> new TrialFailure("there is no JDK " + wanted + ": not in JAVA_HOME_" + wanted + ", "
                        + String.join(", ", folders.stream().map(Path::toString).toList())
                        + "; 'java' may also be the folder of a JDK"));
    }

    private static List<Path> within(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path one : all) {
                found.add(one);
                found.add(one.resolve("Contents").resolve("Home"));
            }
        } catch (IOException e) {
            // There is no such folder on this machine.
        }
        found.sort(null);
        return found;
    }
}
