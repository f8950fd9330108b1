package io.birdseye.house;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The walls of the house, as docs/maintainers/architecture.md draws them. Reads sources and not classes, since the programs stand
 * on no common class path.
 */
class HouseTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+)");
    private static final Pattern OURS = Pattern.compile("(?m)^import (?:static )?(io\\.birdseye\\.[a-z.]*[a-z])\\b");

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?:src|srcset|href)=\"([^\"]+)\"");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
    private static final Pattern TIME_OF_DAY =
            Pattern.compile("currentTimeMillis|(Instant|LocalDateTime|LocalTime|ZonedDateTime|OffsetDateTime)\\.now");

    private static final Set<String> STRATEGIES =
            Set.of("io.birdseye.fanout", "io.birdseye.memory", "io.birdseye.overview", "io.birdseye.strategy");

    /** Which packages of other modules a module may use; arrows point down only. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("model", Set.of()),
            Map.entry("strategies", Set.of("io.birdseye.model")),
            Map.entry("strategies-kotlin", with(STRATEGIES, "io.birdseye.model")),
            Map.entry("strategies-rxjava4", with(STRATEGIES, "io.birdseye.model")),
            Map.entry("strategies-preview", with(STRATEGIES, "io.birdseye.model")),
            Map.entry("scenario", Set.of("io.birdseye.model")),
            Map.entry("mock-api", Set.of("io.birdseye.model")),
            Map.entry("service", with(STRATEGIES, "io.birdseye.model", "io.birdseye.scenario")),
            Map.entry("service-tomcat", with(STRATEGIES, "io.birdseye.model", "io.birdseye.service")),
            Map.entry("report", Set.of("io.birdseye.model")),
            Map.entry("loadtest", Set.of("io.birdseye.model", "io.birdseye.scenario", "io.birdseye.report")),
            Map.entry("planning", Set.of(
                    "io.birdseye.model", "io.birdseye.scenario", "io.birdseye.report", "io.birdseye.loadtest")),
            Map.entry("kubernetes", Set.of(
                    "io.birdseye.model", "io.birdseye.scenario", "io.birdseye.report", "io.birdseye.loadtest")),
            Map.entry("experiments-preview", Set.of("io.birdseye.model")),
            Map.entry("experiments", with(
                    STRATEGIES, "io.birdseye.model", "io.birdseye.scenario", "io.birdseye.report", "io.birdseye.loadtest")),
            Map.entry("benchmarks", with(
                    STRATEGIES, "io.birdseye.model", "io.birdseye.scenario", "io.birdseye.report", "io.birdseye.loadtest")),
            Map.entry("cli", with(
                    STRATEGIES, "io.birdseye.model", "io.birdseye.scenario", "io.birdseye.report", "io.birdseye.loadtest",
                    "io.birdseye.planning", "io.birdseye.kubernetes", "io.birdseye.experiments")),
            Map.entry("documentation", Set.of("io.birdseye")));

    /** Lines of main code that a module may have. Who needs more says in docs/adr what users get for them. */
    private static final Map<String, Long> MAX_LINES = Map.ofEntries(
            Map.entry("benchmarks", 1_360L),
            Map.entry("cli", 5_850L),
            Map.entry("documentation", 1_090L),
            Map.entry("experiments-preview", 50L),
            Map.entry("experiments", 5_250L),
            Map.entry("kubernetes", 1_100L),
            Map.entry("loadtest", 12_470L),
            Map.entry("mock-api", 1_950L),
            Map.entry("model", 2_020L),
            Map.entry("planning", 7_135L),
            Map.entry("report", 10_560L),
            Map.entry("scenario", 1_270L),
            Map.entry("service-tomcat", 550L),
            Map.entry("service", 5_640L),
            Map.entry("strategies-kotlin", 250L),
            Map.entry("strategies-preview", 200L),
            Map.entry("strategies-rxjava4", 200L),
            Map.entry("strategies", 7_280L));

    /** It outlives its parent for the moment in which it ends what that has left; the others are the build's. */
    private static final Set<String> ENDS_BY_ITSELF =
            Set.of("Guardian", "Pages");

    private record Source(String module, Path file, String text) {

        static Source read(Path file) {
            try {
                return new Source(ROOT.relativize(file).getName(0).toString(), file.getFileName(), Files.readString(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String name() {
            return file.toString().substring(0, file.toString().indexOf('.'));
        }

        String pkg() {
            return PACKAGE.matcher(text).results().map(found -> found.group(1)).findFirst().orElseThrow();
        }

        Set<String> uses() {
            return OURS.matcher(text).results().map(found -> found.group(1)).collect(toSet());
        }
    }

    private static Set<String> with(Set<String> some, String... more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(List.of(more));
        return all;
    }

    private static List<Source> sources() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path sources : modules.map(module -> module.resolve("src/main")).filter(Files::isDirectory).toList()) {
                try (Stream<Path> all = Files.walk(sources)) {
                    all.filter(file -> file.toString().matches(".*\\.(java|kt)")).forEach(files::add);
                }
            }
        }
        return files.stream().map(Source::read).filter(source -> !source.name().equals("package-info")).toList();
    }

    private static List<String> files(Predicate<Source> which) throws IOException {
        return sources().stream().filter(which).map(source -> source.file().toString()).sorted().toList();
    }

    @Test
    void arrowsBetweenModulesPointDownOnly() throws IOException {
        List<Source> sources = sources();
        Map<String, Set<String>> own = sources.stream()
                .collect(groupingBy(Source::module, mapping(Source::pkg, toSet())));
        Map<String, Set<String>> wrong = new TreeMap<>();
        for (Source source : sources) {
            for (String used : source.uses()) {
                boolean allowed = own.get(source.module()).stream().anyMatch(pkg -> (used + ".").startsWith(pkg + "."))
                        || MAY_USE.get(source.module()).stream()
                                .anyMatch(floor -> used.equals(floor) || used.startsWith(floor + "."));
                if (!allowed) {
                    wrong.computeIfAbsent(source.module() + " " + source.name(), key -> new TreeSet<>()).add(used);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** A package is as large as its idea; what a reader pays is lines. */
    @Test
    void aModuleStaysWithinItsLines() throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        for (Source source : sources()) {
            lines.merge(source.module(), source.text().lines().count(), Long::sum);
        }

        assertThat(lines.keySet()).isEqualTo(MAX_LINES.keySet());
        assertThat(lines).allSatisfy((module, count) -> assertThat(count).as(module).isLessThanOrEqualTo(MAX_LINES.get(module)));
    }

    @Test
    void noPackageUsesOneThatUsesIt() throws IOException {
        Map<String, Set<String>> uses = new TreeMap<>();
        sources().forEach(source -> uses.computeIfAbsent(source.pkg(), key -> new TreeSet<>()).addAll(source.uses()));
        uses.forEach((pkg, used) -> used.removeIf(other -> other.equals(pkg) || !uses.containsKey(other)));
        // What is used by nothing that is left, or uses nothing that is left, is in no circle.
        while (uses.values().removeIf(Set::isEmpty)) {
            uses.values().forEach(used -> used.retainAll(uses.keySet()));
        }

        assertThat(uses).isEmpty();
    }

    /** Tools take such names for tests, and for what a build made. */
    @Test
    void noNameOfMainCodeMeansAnotherThingToTools() throws IOException {
        assertThat(files(source -> source.name().endsWith("Test") || source.pkg().contains(".target"))).isEmpty();
    }

    /** Strategies of different families may look alike: each is written as its library's documentation would. */
    @Test
    void aNameMeansOneThing() throws IOException {
        Map<String, List<String>> byName = sources().stream()
                .filter(source -> !source.pkg().startsWith("io.birdseye.strategy."))
                .collect(groupingBy(Source::name, TreeMap::new, mapping(Source::pkg, toList())));
        byName.values().removeIf(packages -> packages.size() == 1);
        assertThat(byName).isEmpty();
    }

    /** A program that is left without its parent would hold memory and ports until somebody finds it. */
    @Test
    void everyProgramEndsWithItsParent() throws IOException {
        assertThat(files(source -> source.text().contains("static void main(") && !source.text().contains("endWithParent();")
                && !ENDS_BY_ITSELF.contains(source.name()))).isEmpty();
    }

    /**
     * A clock may be set while a trial runs. So durations are measured with {@code System.nanoTime}; these files read
     * the time of day to say when something was, or to begin at a moment that was agreed on.
     */
    @Test
    void theTimeOfDayMeasuresNothing() throws IOException {
        assertThat(files(source -> TIME_OF_DAY.matcher(source.text()).find())).containsExactly(
                "BenchMain.java", "CalibrationRun.java", "ClaimsRun.java", "Comparison.java",
                "InjectorClock.java", "InjectorRun.java", "SweepRun.java",
                "TimeNeeded.java", "TraceCommand.java", "Workspace.java");
    }

    /** Only the command {@code serve} starts programs without measuring them. */
    @Test
    void everyCommandThatMeasuresLooksAtTheMachineFirst() throws IOException {
        Pattern measures = Pattern.compile(
                "new (Comparison|Soak|Tracing|SweepRun|CalibrationRun|ClaimsRun|Launcher)\\(");
        List<Source> measuring = sources().stream()
                .filter(source -> source.pkg().equals("io.birdseye.cli.command") && !source.name().equals("ServeCommand")
                        && measures.matcher(source.text()).find())
                .toList();

        assertThat(measuring).hasSizeGreaterThan(7)
                .allSatisfy(source -> assertThat(source.text()).as(source.name()).contains("lookAtMachine();"));
    }

    /** Who doubts a promise of a page reads the test that it names. */
    @Test
    void everyTestThatAPageNamesIsThere() throws IOException {
        Set<String> tests = new TreeSet<>();
        List<String> gone = new ArrayList<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            all.filter(path -> path.toString().contains("/src/test/")).forEach(path -> tests.add(path.getFileName().toString()));
        }
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            for (Path page : docs.filter(path -> path.toString().endsWith(".md")).toList()) {
                TEST.matcher(Files.readString(page)).results().map(found -> found.group(1))
                        .filter(name -> !tests.contains(name + ".java"))
                        .forEach(name -> gone.add(ROOT.relativize(page) + " names " + name));
            }
        }

        assertThat(tests).hasSizeGreaterThan(100);
        assertThat(gone).isEmpty();
    }

    /** In a fresh clone, what the pages link to is what has been committed. */
    @Test
    void everyLinkToAFileOfOursLeadsToOne() throws IOException {
        List<String> links = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        try (Stream<Path> here = Files.list(ROOT); Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            for (Path page : Stream.concat(here, docs).filter(path -> path.toString().endsWith(".md")).toList()) {
                LINK.matcher(Files.readString(page)).results()
                        .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                        .filter(target -> !target.startsWith("#") && !URI.create(target).isAbsolute())
                        .peek(links::add)
                        .filter(target -> !Files.exists(page.resolveSibling(target.replaceFirst("#.*", ""))))
                        .forEach(target -> broken.add(ROOT.relativize(page) + " links to " + target));
            }
        }

        assertThat(links).hasSizeGreaterThan(20);
        assertThat(broken).isEmpty();
    }

    /** A table of numbered files each: one request through the service, and one trial of a comparison. */
    @Test
    void oneRequestPassesAtMostTwentyFilesAndOneTrialTwelve() throws IOException {
        List<Integer> walks = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/maintainers/architecture.md"))) {
            if (line.matches("\\| 1 \\| \\[.*")) {
                walks.add(1);
            } else if (line.matches("\\| \\d+ \\| \\[.*")) {
                walks.set(walks.size() - 1, walks.getLast() + 1);
            }
        }

        assertThat(walks).hasSize(2);
        assertThat(walks.getFirst()).isBetween(10, 20);
        assertThat(walks.getLast()).isBetween(8, 12);
    }
}
