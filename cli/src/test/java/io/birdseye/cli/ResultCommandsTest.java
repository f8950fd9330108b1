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
    static Path result(Path folder, String name, double p50) throws IOException {
        Path result = Files.createDirectories(folder.resolve(name));
        String one = json(p50);
        String trial = one.substring(one.indexOf("\"trials\":[") + 10, one.lastIndexOf("]}"));
        String other = trial.replace("\"rx\"", "\"akka\"").replace("\"p50Ms\":" + p50, "\"p50Ms\":" + p50 * 1.2);
        Files.writeString(result.resolve(ResultsFile.NAME), one.replace(trial, trial + "," + other));
        return result;
    }

    @Test
    void aResultIsDrawnAgainInItsFolderAndStaysAsItIs() throws IOException {
        Path result = result(folder, "a", 200);
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

        CommandRun report = CommandRun.of("report", result(folder, "a", 200), result(folder, "b", 210),
                result(folder, "c", 190).resolve(ResultsFile.NAME), "--out", joined, "--json");

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
