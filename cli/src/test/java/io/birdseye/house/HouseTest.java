package io.birdseye.house;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The walls of the house, as docs/architecture.md draws them. Reads sources and not classes, since the programs stand
 * on no common class path.
 */
class HouseTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+)");
    private static final Pattern OURS = Pattern.compile("(?m)^import (?:static )?(io\\.birdseye\\.[a-z.]*[a-z])\\b");

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
                    "io.birdseye.planning", "io.birdseye.kubernetes", "io.birdseye.experiments")));

    private record Source(String module, String name, String pkg, Set<String> uses) {

        static Source read(Path file) {
            try {
                String text = Files.readString(file);
                String name = file.getFileName().toString();
                String pkg = PACKAGE.matcher(text).results().map(found -> found.group(1)).findFirst().orElseThrow();
                return new Source(
                        ROOT.relativize(file).getName(0).toString(),
                        name.substring(0, name.indexOf('.')),
                        pkg,
                        OURS.matcher(text).results().map(HouseTest::used).collect(toSet()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static String used(MatchResult found) {
        return found.group(1);
    }

    private static Set<String> with(Set<String> some, String... more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(List.of(more));
        return all;
    }

    private static List<Source> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .flatMap(HouseTest::files)
                    .map(Source::read)
                    .filter(source -> !source.name().equals("package-info"))
                    .toList();
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().matches(".*\\.(java|kt)")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    @Test
    void aPackageHoldsNoMoreThanOneCanKnow() throws IOException {
        Map<String, Long> sizes = sources().stream().collect(groupingBy(Source::pkg, TreeMap::new, counting()));
        sizes.values().removeIf(classes -> classes <= 20);
        assertThat(sizes).isEmpty();
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
        List<String> alone = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path file : modules.map(module -> module.resolve("src/main")).filter(Files::isDirectory)
                    .flatMap(HouseTest::files).toList()) {
                String text = Files.readString(file);
                // The guardian outlives its parent for the moment in which it ends what that has left.
                if (text.contains("static void main(") && !text.contains("endWithParent();")
                        && !file.endsWith("Guardian.java")) {
                    alone.add(file.getFileName().toString());
                }
            }
        }
        assertThat(alone).isEmpty();
    }

    /**
     * A clock may be set while a trial runs. So durations are measured with {@code System.nanoTime}; these files read
     * the time of day to say when something was, or to begin at a moment that was agreed on.
     */
    @Test
    void theTimeOfDayMeasuresNothing() throws IOException {
        Set<String> readers = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path file : modules.map(module -> module.resolve("src/main")).filter(Files::isDirectory)
                    .flatMap(HouseTest::files).toList()) {
                if (TIME_OF_DAY.matcher(Files.readString(file)).find()) {
                    readers.add(file.getFileName().toString());
                }
            }
        }
        assertThat(readers).containsExactly(
                "BenchMain.java", "CalibrationRun.java", "Campaign.java", "ClaimsRun.java", "Comparison.java",
                "InjectorClock.java", "InjectorRun.java", "LightClient.java", "SweepRun.java",
                "TargetComparison.java", "TargetSweep.java", "TimeNeeded.java", "TraceCommand.java", "Workspace.java");
    }

    /** Only the command {@code serve} starts programs without measuring them. */
    @Test
    void everyCommandThatMeasuresLooksAtTheMachineFirst() throws IOException {
        Pattern measures = Pattern.compile(
                "new (Comparison|TargetComparison|TargetSweep|Soak|Overload|Tracing|SweepRun|CalibrationRun|ClaimsRun|Launcher)\\(|Verification\\.measure");
        Map<String, String> measuring = new TreeMap<>();
        try (Stream<Path> commands = Files.list(ROOT.resolve("cli/src/main/java/io/birdseye/cli/command"))) {
            for (Path command : commands.filter(file -> !file.endsWith("ServeCommand.java")).toList()) {
                String text = Files.readString(command);
                if (measures.matcher(text).find()) {
                    measuring.put(command.getFileName().toString(), text);
                }
            }
        }

        assertThat(measuring).hasSizeGreaterThan(8)
                .allSatisfy((command, text) -> assertThat(text).as(command).contains("lookAtMachine();"));
    }

    @Test
    void whatTheArchitecturePageNamesExists() throws IOException {
        Path docs = ROOT.resolve("docs");
        List<String> links = Pattern.compile("\\]\\((\\.\\./[^)]+)\\)")
                .matcher(Files.readString(docs.resolve("architecture.md")))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(links).isNotEmpty().allSatisfy(link -> assertThat(docs.resolve(link)).exists());
    }

    @Test
    void oneRequestCanBeFollowedThroughTwentyFiles() throws IOException {
        long files = Files.readAllLines(ROOT.resolve("docs/architecture.md")).stream()
                .filter(line -> line.matches("\\| \\d+ \\| \\[.*"))
                .count();

        assertThat(files).isBetween(10L, 20L);
    }
}
