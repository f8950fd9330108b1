package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.TerminalText;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code report} and {@code diff}: what they write into files and as JSON, and results that cannot be compared. */
class ResultCommandsTest {

    @TempDir
    private Path folder;

    /** A result of one trial of {@code rx} in one block, at 50/s. */
    static String json(double p50) throws IOException {
        try (InputStream sample = ResultCommandsTest.class.getResourceAsStream("result.json")) {
            return new String(sample.readAllBytes(), StandardCharsets.UTF_8).replace("\"p50Ms\":200.0", "\"p50Ms\":" + p50);
        }
    }

    /** A folder of a result with two strategies in one block; {@code akka} takes a fifth longer. */
    private Path result(String name, double p50) throws IOException {
        Path result = Files.createDirectories(folder.resolve(name));
        String one = json(p50);
        String trial = one.substring(one.indexOf("\"trials\":[") + 10, one.lastIndexOf("]}"));
        String other = trial.replace("\"rx\"", "\"akka\"").replace("\"p50Ms\":" + p50, "\"p50Ms\":" + p50 * 1.2);
        Files.writeString(result.resolve(ResultsFile.NAME), one.replace(trial, trial + "," + other));
        return result;
    }

    /** Four blocks of 200 and 240 ms, which differ by one per cent among themselves. */
    private Path fourBlocks() throws IOException {
        Path joined = folder.resolve("four");
        assertThat(CommandRun.of("report", result("a", 200), result("b", 201), result("c", 202), result("d", 199), "--out", joined).code())
                .isZero();
        return joined;
    }

    private static void assertRefused(CommandRun run, String... words) {
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(words).doesNotContain("\tat ");
    }

    @Test
    void aResultIsDrawnAgainInItsFolderAndStaysAsItIs() throws IOException {
        Path result = result("a", 200);
        byte[] measured = Files.readAllBytes(result.resolve(ResultsFile.NAME));

        CommandRun report = CommandRun.of("report", result);

        assertThat(report.code()).isZero();
        assertThat(result.resolve("report.md")).content().contains("One process each: an indication.");
        assertThat(result.resolve("report.html")).isNotEmptyFile();
        assertThat(result.resolve("report.csv")).content().startsWith("strategy,").contains("\nrx,", "\nakka,");
        assertThat(report.out()).contains("rx", "akka", "Page: file:");
        assertThat(result.resolve(ResultsFile.NAME)).hasBinaryContent(measured);
        assertThat(report.err()).isEmpty();
    }

    @Test
    void severalResultsBecomeBlocksOfOneAndAreRanked() throws IOException {
        Path joined = folder.resolve("joined");

        CommandRun report = CommandRun.of("report", result("a", 200), result("b", 210),
                result("c", 190).resolve(ResultsFile.NAME), "--out", joined, "--json");

        assertThat(report.code()).isZero();
        Results results = ResultsFile.read(joined.resolve(ResultsFile.NAME));
        assertThat(results.trials()).extracting(Trial::block).containsExactly(1, 1, 2, 2, 3, 3);
        JsonNode json = ResultsFile.JSON.readTree(report.out());
        assertThat(json.path("blocks").asInt()).isEqualTo(3);
        assertThat(json.path("detectableRatio").asDouble()).isGreaterThan(1);
        JsonNode akka = json.path("rows").path(1);
        assertThat(akka.path("strategy").asString()).isEqualTo("akka");
        assertThat(akka.path("verdict").asString()).isEqualTo("slower");
        assertThat(akka.path("ratio").asDouble()).isBetween(akka.path("low").asDouble(), akka.path("high").asDouble());
    }

    @Test
    void resultsThatDoNotBelongTogetherAreRefused() throws IOException {
        Path one = result("a", 200);
        Path file = result("b", 201).resolve(ResultsFile.NAME);
        Files.writeString(file, Files.readString(file)
                .replace("\"latencyMs\":200.0", "\"latencyMs\":100.0")
                .replace("\"commit\":\"c\"", "\"commit\":\"d\"")
                .replace("\"ioConcurrency\":60", "\"ioConcurrency\":200"));

        assertRefused(CommandRun.of("report", one, file), "not measured alike", "The upstream delay in ms differs: 200.0, then 100.0.",
                "The commit differs: c, then d.", "A budget differs: 60 calls", "200 calls");
        assertRefused(CommandRun.of("report", one, one), "hold the same trial of rx, which would count twice");
        assertRefused(CommandRun.of("report", one, result("copy", 200)), "hold the same trial of rx");
        assertRefused(CommandRun.of("report", one, result("c", 210), "--out", result("d", 220)), "holds results already: choose another folder");
        Path interrupted = Files.createDirectories(folder.resolve("interrupted/trials")).getParent();
        assertRefused(CommandRun.of("report", interrupted), "the comparison was interrupted");
        Path damaged = Files.writeString(folder.resolve("damaged.json"), json(200).replaceAll("\"topology\":\\{[^}]*},", ""));
        assertRefused(CommandRun.of("diff", one, damaged), "damaged.json cannot be read: trials[0].topology is missing");
    }

    @Test
    void aConditionThatIsTrueEndsWithOneAndOneThatCannotBeToldWithThree() throws IOException {
        Path four = fourBlocks();

        CommandRun passed = CommandRun.of("report", four,
                "--fail-on", "p50 > 300ms", "--fail-on", "rx slower than akka", "--fail-on", "errors > 0");
        assertThat(passed.code()).isZero();
        assertThat(passed.out()).contains("passed: p50 > 300ms: rx 200 ms (", "passed: rx slower than akka: rx takes 0.83×",
                "passed: errors > 0: rx 0 errors in 6,000 requests (0 %)");
        assertThat(passed.err()).isEmpty();
        CommandRun failed = CommandRun.of("report", four, "--fail-on", "p50 > 300ms", "--fail-on", "akka slower than rx");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.out()).contains("failed: akka slower than rx: akka takes 1.20×");
        CommandRun unknown = CommandRun.of("report", four, "--fail-on", "p99 > 300ms of akka");
        assertThat(unknown.code()).isEqualTo(3);
        assertThat(unknown.out()).contains("cannot tell: p99 > 300ms of akka: akka p99 is not known of every trial; it takes 1,000"
                + " requests in each");
        CommandRun both = CommandRun.of("report", four, "--fail-on", "p99 > 300ms of akka", "--fail-on", "p50 > 220ms");
        assertThat(both.code()).isEqualTo(1);
        assertThat(both.out()).contains("failed: p50 > 220ms: akka 2");
        assertThat(CommandRun.of("report", folder.resolve("a"), "--fail-on", "p50 > 300ms").code()).as("one block").isEqualTo(3);
    }

    @Test
    void theMarginIsTheUsersAndIsKeptWithTheResult() throws IOException {
        Path four = fourBlocks();
        Path close = folder.resolve("close");
        Path wide = folder.resolve("wide");

        assertThat(verdict(CommandRun.of("report", four, "--json"))).isEqualTo("slower");
        assertThat(verdict(CommandRun.of("report", four, "--margin", "30%", "--json"))).isEqualTo("slower-within-margin");
        assertThat(CommandRun.of("report", four, "--margin", "30%", "--out", wide).code()).isZero();
        assertThat(verdict(CommandRun.of("report", wide, "--json"))).isEqualTo("slower-within-margin");
        assertRefused(CommandRun.of("report", four, wide, "--out", close), "The margin of what is as good differs");
        assertRefused(CommandRun.of("report", four, "--margin", "0.5%"), "a margin must be from 1 % to 100 %, but is 0.5 %");
    }

    private static String verdict(CommandRun run) {
        return ResultsFile.JSON.readTree(run.out()).path("rows").path(1).path("verdict").asString();
    }

    @Test
    void pairsOfBlocksTellMoreThanOneRunForEachSide() throws IOException {
        Path four = fourBlocks();
        Path slower = folder.resolve("slower");
        assertThat(CommandRun.of("report", result("e", 210), result("f", 211), result("g", 212), result("h", 209), "--out", slower).code())
                .isZero();

        assertThat(CommandRun.of("diff", four, slower).code()).isEqualTo(3);
        assertThat(CommandRun.of("diff", four, slower).out()).contains("one run for each side cannot tell a build from a run");
        CommandRun paired = CommandRun.of("diff", "--paired", four, slower);
        assertThat(paired.code()).isEqualTo(1);
        assertThat(paired.out()).contains("SLOWER");
        assertThat(CommandRun.of("diff", "--paired", four, four).code()).isZero();
        assertRefused(CommandRun.of("diff", "--paired", four, result("a", 200)), "the old result has 4 and the new one 1");
    }

    @Test
    void theOutcomesOfConditionsAreInTheJson() throws IOException {
        CommandRun report = CommandRun.of("report", fourBlocks(), "--json", "--fail-on", "cpu > 10ms", "--fail-on", "answered < 40/s");

        assertThat(report.code()).isEqualTo(1);
        JsonNode conditions = ResultsFile.JSON.readTree(report.out()).path("conditions");
        assertThat(conditions.valueStream().map(each -> each.path("condition").asString() + ": " + each.path("outcome").asString()))
                .containsExactly("cpu > 10ms: true", "answered < 40/s: false");
        assertThat(report.err()).contains("failed: cpu > 10ms: rx 30.0 ms");
    }

    @Test
    void anOutageEndsWithOneAndAStrategyThatIsMissingWithThree() throws IOException {
        Path old = Files.writeString(folder.resolve("old.json"), json(200));
        Path silent = Files.writeString(folder.resolve("silent.json"), json(0)
                .replace("\"achievedPerSecond\":50.0,\"requests\":1500", "\"achievedPerSecond\":0.0,\"requests\":0")
                .replace("\"errors\":0", "\"errors\":1500"));
        Path other = Files.writeString(folder.resolve("other.json"), json(200).replace("\"rx\"", "\"akka\""));

        assertThat(CommandRun.of("diff", old, silent, "--threshold", "10%").code()).isEqualTo(1);
        CommandRun missing = CommandRun.of("diff", old, other, "--threshold", "10%");
        assertThat(missing.code()).isEqualTo(3);
        assertThat(missing.out()).contains("no trial of it in the new result", "Only in the new result: akka.");
    }

    @Test
    void changesArePrintedAsJsonAlone() throws IOException {
        Path old = Files.writeString(folder.resolve("old.json"), json(200));
        Path slower = Files.writeString(folder.resolve("slower.json"), json(300));

        JsonNode json = ResultsFile.JSON.readTree(CommandRun.of("diff", old, slower, "--threshold", "10%", "--json").out());

        assertThat(json.path("regressed").asBoolean()).isTrue();
        assertThat(json.path("complete").asBoolean()).isTrue();
        assertThat(json.path("changes").valueStream().filter(change -> change.path("direction").asString().equals("worse")))
                .singleElement()
                .satisfies(worse -> {
                    assertThat(worse.path("strategy").asString()).isEqualTo("rx");
                    assertThat(worse.path("figure").asString()).isEqualTo("p50");
                    assertThat(worse.path("ratio").asDouble()).isCloseTo(1.5, within(1e-9));
                    assertThat(worse.path("low").asDouble()).as("what runs differ by").isBetween(1.39, 1.41);
                });
    }

    /** Of files, names of folders and what was typed. */
    @Test
    void nothingFromOutsideSteersTheTerminal() throws IOException {
        String hostile = "\u001b[2J\u009b1m\u202e";
        Path here = Files.createDirectories(folder.resolve("a\u001b[2J"));
        Path scenario = Files.writeString(here.resolve("s.yaml"), "name: \"\\e[2J\\u202e\"\n\"\\e]0;x\\a\": 1\n");
        Path results = Files.writeString(here.resolve("results.json"), json(200).replace("\"rx\"", "\"r\\u001b[2J\\u009b1m\\u202ex\""));

        StringBuilder told = new StringBuilder();
        for (Object[] arguments : new Object[][] {
            {2, "compare", "--scenario", scenario}, {2, "diff", here.resolve("none"), "b"}, {0, "report", results},
            {3, "diff", results, results}, {2, "compare", "--strategies", hostile}, {2, hostile}
        }) {
            CommandRun run = CommandRun.of(Arrays.copyOfRange(arguments, 1, arguments.length));
            assertThat(run.code()).isEqualTo(arguments[0]);
            told.append(run.out()).append(run.err());
        }

        assertThat(told.toString()).isEqualTo(TerminalText.visible(told.toString()))
                .contains("\\u001b[2J", "\\u009b1m", "\\u202e");
    }
}
