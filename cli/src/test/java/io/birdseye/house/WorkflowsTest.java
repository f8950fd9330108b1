package io.birdseye.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Workflows run elsewhere only, so what they name is held here: scripts, files, plugins and properties that exist. */
class WorkflowsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A word of a command that is a path of ours: it has a slash, and neither a variable nor an address before it. */
    private static final Pattern OUR_PATH = Pattern.compile("(?<![\\w./$:{@-])(?:\\./)?[A-Za-z.][\\w.-]*(?:/[\\w.*-]+)+");

    private static final Pattern PLUGIN_GOAL = Pattern.compile("(?<=\\s)([a-z]+):[a-zA-Z-]+");
    private static final Pattern PROPERTY = Pattern.compile("-D(birdseye[\\w.]+)");
    private static final Pattern MODULES = Pattern.compile("-pl ([\\w,-]+)");
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{[^}]*}}");

    @TempDir
    private Path folder;

    private static List<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
            return files.sorted().toList();
        }
    }

    private static Map<?, ?> read(Path workflow) throws IOException {
        return (Map<?, ?>) new Load(LoadSettings.builder().setLabel(workflow.getFileName().toString()).build())
                .loadFromString(Files.readString(workflow));
    }

    private static void eachStep(BiConsumer<String, Map<?, ?>> step) throws IOException {
        for (Path workflow : workflows()) {
            ((Map<?, ?>) read(workflow).get("jobs")).forEach((job, value) -> ((List<?>) ((Map<?, ?>) value).get("steps"))
                    .forEach(each -> step.accept(workflow.getFileName() + ", " + job, (Map<?, ?>) each)));
        }
    }

    /** The commands of each step, by where it stands; an expression of GitHub's becomes an address. */
    private static List<Map.Entry<String, String>> commands() throws IOException {
        List<Map.Entry<String, String>> all = new ArrayList<>();
        eachStep((where, step) -> {
            if (step.get("run") instanceof String run) {
                all.add(Map.entry(where, EXPRESSION.matcher(run).replaceAll("https://x")));
            }
        });
        assertThat(all).hasSizeGreaterThan(5);
        return all;
    }

    private static List<String> found(Pattern pattern, String text, int group) {
        return pattern.matcher(text).results().map((MatchResult match) -> match.group(group)).toList();
    }

    @Test
    void eachSaysWhenItRunsWhatItMayAndHowLong() throws IOException {
        for (Path file : workflows()) {
            Map<?, ?> workflow = read(file);
            assertThat(workflow.keySet().stream().map(String::valueOf)).as("%s", file.getFileName())
                    .contains("name", "on", "permissions", "jobs");
            assertThat(((Map<?, ?>) workflow.get("jobs")).values()).allSatisfy(job ->
                    assertThat(((Map<?, ?>) job).keySet().stream().map(String::valueOf))
                            .contains("runs-on", "timeout-minutes", "steps"));
        }
        eachStep((where, step) -> {
            assertThat(step.containsKey("uses") ^ step.containsKey("run")).as("%s: %s", where, step).isTrue();
            if (step.get("uses") instanceof String action) {
                assertThat(action).as(where).matches("actions/[a-z-]+@v\\d+");
            }
        });
    }

    @Test
    void whatTheyRunIsThere() throws IOException {
        List<String> paths = new ArrayList<>();
        for (Map.Entry<String, String> step : commands()) {
            for (String path : found(OUR_PATH, step.getValue(), 0)) {
                paths.add(path);
                if (path.startsWith("target/")) {
                    String name = path.substring(path.indexOf('/') + 1).replaceAll("\\*.*", "");
                    assertThat(Files.readString(ROOT.resolve("distribution/archive"))).as("%s: %s", step.getKey(), path)
                            .contains("target/" + name.replaceFirst("^birdseye-$", "\\$name"));
                } else {
                    assertThat(ROOT.resolve(path)).as(step.getKey()).exists();
                    assertThat(Files.isDirectory(ROOT.resolve(path)) || Files.isExecutable(ROOT.resolve(path)))
                            .as("%s: %s can be run, or is a module", step.getKey(), path).isTrue();
                }
            }
        }
        assertThat(paths).contains(".ci/run", ".ci/nightly", "docs/site/build", "distribution/check");
    }

    @Test
    void mavenKnowsTheirGoalsModulesAndProperties() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));
        int properties = 0;
        List<Map.Entry<String, String>> all = new ArrayList<>(commands());
        for (String script : List.of(".ci/run", ".ci/nightly", ".ci/steps")) {
            all.add(Map.entry(script, Files.readString(ROOT.resolve(script))));
        }
        for (Map.Entry<String, String> step : all) {
            if (!step.getValue().contains("mvn ")) {
                continue;
            }
            for (String prefix : found(PLUGIN_GOAL, step.getValue(), 1)) {
                // Maven finds those of its own by their prefix.
                assertThat(pom).as(step.getKey()).containsPattern(prefix.equals("help") ? "." : "<artifactId>" + prefix + "-maven-plugin</");
            }
            for (String modules : found(MODULES, step.getValue(), 1)) {
                assertThat(List.of(modules.split(","))).allSatisfy(module -> assertThat(ROOT.resolve(module).resolve("pom.xml")).exists());
            }
            for (String property : found(PROPERTY, step.getValue(), 1)) {
                properties++;
                String read = Files.readString(ROOT.resolve("browser-tests/src/test/java/io/birdseye/browser/Chromium.java")) + pom;
                assertThat(read).as(step.getKey()).contains(property);
            }
        }
        assertThat(properties).isPositive();
    }

    @Test
    void aShellReadsThem() throws Exception {
        for (Map.Entry<String, String> step : commands()) {
            Path script = Files.writeString(folder.resolve("step"), step.getValue());
            Process shell = new ProcessBuilder("bash", "-n", script.toString()).redirectErrorStream(true).start();
            String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor()).as("%s: %s", step.getKey(), said).isZero();
        }
    }

    @Test
    void theTextOfAReleaseIsThePartOfItsVersion() throws Exception {
        String version = Pattern.compile("<version>([^<]+)</version>").matcher(Files.readString(ROOT.resolve("pom.xml"))).results()
                .map(match -> match.group(1).replace("-SNAPSHOT", "")).findFirst().orElseThrow();
        String awk = commands().stream().map(Map.Entry::getValue)
                .flatMap(String::lines).filter(line -> line.strip().startsWith("awk ")).findFirst().orElseThrow();
        ProcessBuilder release = new ProcessBuilder("bash", "-c", awk).directory(ROOT.toFile()).redirectErrorStream(true);
        release.environment().putAll(Map.of("GITHUB_REF_NAME", "v" + version, "RUNNER_TEMP", folder.toString()));

        assertThat(release.start().waitFor()).isZero();

        assertThat(folder.resolve("notes.md")).content().contains("\n### Added\n").doesNotContain("\n## ")
                .hasSizeGreaterThan(1_000);
    }
}
