package io.birdseye.loadtest.program;

import io.birdseye.model.Machine;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * By which build, and where, figures were measured: those of two do not belong into the same table. The commit is for
 * readers; the jars decide, plugins included, each with the beginning of its SHA-256. The vendor's name tells builds of
 * one version apart.
 */
public record Provenance(String commit, Machine machine, String vm, Map<String, String> jars) {

    /** Written by {@code distribution/archive}. */
    private static final String REVISION = "REVISION";

    private static final int DIGEST_BYTES = 6;

    /** Everything, and, from it, what no program reads. */
    private static final String CODE = ":/";
    private static final String NO_DOCS = ":(top,exclude)docs";
    private static final String NO_PAGES = ":(top,exclude)*.md";

    public Provenance {
        jars = Collections.unmodifiableSortedMap(new TreeMap<>(jars));
    }

    /** Reads every jar once, which takes about half a second for all programs. */
    public static Provenance of(Path home, List<JavaProgram> programs) throws IOException {
        SortedMap<String, String> jars = new TreeMap<>();
        List<Path> entries = programs.stream()
                .flatMap(program -> Stream.of(program.classPath().split(File.pathSeparator)))
                .distinct()
                .map(Path::of)
                .filter(Files::exists)
                .toList();
        for (Path entry : entries) {
            // Two programs may hold different jars, or folders, of one name.
            jars.merge(entry.getFileName().toString(), digest(entry),
                    (one, other) -> one.contains(other) ? one : one + " " + other);
        }
        return new Provenance(commit(home), Machine.here(), System.getProperty("java.vendor.version", "unknown"), jars);
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private static String digest(Path entry) throws IOException {
        MessageDigest digest = sha256();
        try (Stream<Path> files = Files.walk(entry)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                digest.update(entry.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    /**
     * The last commit of a work tree that changed more than documentation, with {@code +changes} behind it where the
     * tree differs. An unpacked archive says it in a file, a clone is asked, an image knows the one that it was built
     * from.
     */
    public static String commit(Path home) {
        try {
            Path revision = home.resolve(REVISION);
            if (Files.isRegularFile(revision)) {
                return Files.readString(revision).strip();
            }
            List<String> commit = git(home, "log", "-1", "--abbrev=12", "--format=%h", "--", CODE, NO_DOCS, NO_PAGES);
            List<String> changes = git(home, "status", "--porcelain", "--", CODE, NO_DOCS, NO_PAGES);
            return commit.getFirst() + (changes.isEmpty() ? "" : "+changes");
        } catch (IOException e) {
            return Objects.requireNonNullElse(System.getenv("BIRDSEYE_REVISION"), "unknown");
        }
    }

    private static List<String> git(Path home, String... arguments) throws IOException {
        List<String> command = Stream.concat(Stream.of("git", "-C", home.toString()), Stream.of(arguments)).toList();
        Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var output = git.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = output.lines().toList();
            if (git.onExit().join().exitValue() != 0) {
                throw new IOException(home + " is no work tree of git");
            }
            return lines;
        }
    }
}
