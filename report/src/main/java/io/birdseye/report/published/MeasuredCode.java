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

    private static final String EXPERIMENTS = "experiments/src/main/java/io/birdseye/experiments/";
    private static final String BIRDSEYE_VIEW = EXPERIMENTS + "birdseyeview/";
    private static final String LOADTEST = "loadtest/src/main/java/io/birdseye/loadtest/";
    private static final String PLANNING = "planning/src/main/java/io/birdseye/planning/";
    private static final String STATISTICS = "report/src/main/java/io/birdseye/report/";

    /**
     * Files and folders, relative to the project's.
     *
     * @param but what of them changes no figure of the part, or is a part of its own
     */
    private record Sources(List<String> places, List<String> but) {

        static Sources in(String... places) {
            return new Sources(List.of(places), List.of());
        }

        Sources but(String... others) {
            return new Sources(places, List.of(others));
        }
    }

    /** What is new in a folder counts, unless it is taken out here. */
    private static final Map<String, Sources> PARTS = Map.ofEntries(
            Map.entry("benchmarks", Sources.in("benchmarks/src/main")),
            Map.entry("campaign", Sources.in(LOADTEST + "campaign")),
            Map.entry("example", Sources.in("examples/spring-boot/src/main", "examples/spring-boot/pom.xml")),
            // Which trials of the service a claim compares, and by what rule, stands in the ledger, and a trial's name has all its
            // settings: measurements go on when a rule changes, and LedgerFilesTest finds the entries judged by an older one.
            Map.entry("experiments", Sources.in("experiments/src/main/java", "experiments-preview/src/main/java")
                    .but(EXPERIMENTS + "ledger", BIRDSEYE_VIEW + "AsyncClaims.java", BIRDSEYE_VIEW + "LibraryClaims.java",
                            BIRDSEYE_VIEW + "PoolClaims.java", BIRDSEYE_VIEW + "TableClaims.java")),
            Map.entry("libraries", Sources.in("pom.xml")),
            Map.entry("loadtest", Sources.in("loadtest/src/main")
                    .but(LOADTEST + "campaign", LOADTEST + "elsewhere", LOADTEST + "foreign", LOADTEST + "overload")),
            Map.entry("mock-api", Sources.in("mock-api/src/main")),
            Map.entry("overload", Sources.in(LOADTEST + "overload")),
            Map.entry("own-service", Sources.in(LOADTEST + "foreign")),
            Map.entry("planning", Sources.in("planning/src/main/java").but(PLANNING + "production", PLANNING + "sweep")),
            Map.entry("service", Sources.in("service/src/main").but("service/src/main/resources/io/birdseye/service/api/page")),
            Map.entry("statistics", Sources.in(STATISTICS + "statistics", STATISTICS + "latency")),
            Map.entry("strategies", Sources.in(
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
            Sources sources = PARTS.get(part);
            if (sources == null) {
                throw new IllegalArgumentException("no part of the code is called '" + part + "'");
            }
            fingerprints.put(part, fingerprint(home, sources));
        }
        return fingerprints;
    }

    private static String fingerprint(Path home, Sources sources) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
        List<Path> others = sources.but.stream().map(home::resolve).toList();
        for (String place : sources.places) {
            Path folder = home.resolve(place);
            if (!Files.exists(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(file -> others.stream().noneMatch(file::startsWith)).sorted().toList()) {
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
