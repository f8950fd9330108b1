package io.birdseye.report.published;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The code on which a result depends, in parts with a fingerprint each. A result whose parts have other fingerprints now is
 * stale. Fingerprints are of the sources and not of git's history, which a shallow clone does not have; comments and blanks do
 * not count, since they change no figure.
 */
public final class MeasuredCode {

    /** On what every trial of Birdseye's own service depends. */
    public static final List<String> OF_A_TRIAL =
            List.of("libraries", "loadtest", "mock-api", "service", "statistics", "strategies");

    private static final String STATISTICS = "report/src/main/java/io/birdseye/report/";

    /** Each part, and where its sources are. */
    private static final Map<String, List<String>> PARTS = Map.ofEntries(
            Map.entry("benchmarks", List.of("benchmarks/src/main")),
            Map.entry("example", List.of("examples/spring-boot/src/main", "examples/spring-boot/pom.xml")),
            Map.entry("experiments", List.of("experiments/src/main/java", "experiments-preview/src/main/java")),
            Map.entry("libraries", List.of("pom.xml")),
            Map.entry("loadtest", List.of("loadtest/src/main")),
            Map.entry("mock-api", List.of("mock-api/src/main")),
            Map.entry("planning", List.of("planning/src/main/java")),
            Map.entry("service", List.of("service/src/main")),
            Map.entry("statistics", List.of(STATISTICS + "statistics", STATISTICS + "latency")),
            Map.entry("strategies", List.of(
                    "strategies/src/main", "strategies-kotlin/src/main", "strategies-rxjava4/src/main", "strategies-preview/src/main")));

    /** A string as it is, or a comment. */
    private static final Pattern STRING_OR_COMMENT = Pattern.compile(
            "(\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])*+')|//[^\\n]*+|/\\*.*?\\*/", Pattern.DOTALL);

    private static final Pattern VERSION = Pattern.compile("<[\\w.-]+\\.version>[^<]*<");

    private static final int DIGEST_BYTES = 6;

    private MeasuredCode() {}

    /** All parts there are. */
    public static SortedMap<String, String> of(Path home) throws IOException {
        return of(home, PARTS.keySet());
    }

    /**
     * The fingerprints of these parts. Reads their sources, which takes a few tens of milliseconds.
     *
     * @param home the folder of the project
     * @throws IllegalArgumentException if there is no such part
     */
    public static SortedMap<String, String> of(Path home, Collection<String> parts) throws IOException {
        SortedMap<String, String> fingerprints = new TreeMap<>();
        for (String part : parts) {
            List<String> places = PARTS.get(part);
            if (places == null) {
                throw new IllegalArgumentException("no part of the code is called '" + part + "'");
            }
            fingerprints.put(part, fingerprint(home, places));
        }
        return fingerprints;
    }

    private static String fingerprint(Path home, List<String> places) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
        for (String place : places) {
            Path folder = home.resolve(place);
            if (!Files.exists(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    // Names of folders are left out: a class that moves is the same code.
                    digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                    digest.update(meaning(file).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    /** What of a file can change a figure. */
    private static String meaning(Path file) throws IOException {
        String name = file.getFileName().toString();
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        if (name.equals("pom.xml")) {
            return VERSION.matcher(text).results().map(MatchResult::group).collect(Collectors.joining("\n"));
        }
        return name.endsWith(".java") || name.endsWith(".kt") ? withoutComments(text) : text;
    }

    /** Code without comments, and without blanks that do not part two words; behind it its strings, as they are. */
    static String withoutComments(String code) {
        StringBuilder strings = new StringBuilder();
        String bare = STRING_OR_COMMENT.matcher(code).replaceAll(found -> {
            if (found.group(1) == null) {
                return " ";
            }
            strings.append('\n').append(found.group(1));
            return "\"";
        });
        return bare.strip().replaceAll("\\s+", " ").replaceAll(" ?([^\\w ]) ?", "$1") + strings;
    }
}
