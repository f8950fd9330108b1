package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class ReportCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    /** A folder of one result of an older build, with two strategies in one block. */
    private Path result(String name, double p50) throws IOException {
        Path result = Files.createDirectories(folder.resolve(name));
        String one = DiffCommandTest.json(1, p50);
        String trial = one.substring(one.indexOf("\"trials\":[") + 10, one.lastIndexOf("]}"));
        String other = trial.replace("\"rx\"", "\"akka\"").replace("\"p50Ms\":" + p50, "\"p50Ms\":" + p50 * 1.2);
        Files.writeString(result.resolve(ResultsFile.NAME), one.replace(trial, trial + "," + other));
        return result;
    }

    private int report(Object... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "report";
        for (int i = 0; i < arguments.length; i++) {
            all[i + 1] = arguments[i].toString();
        }
        return commandLine.execute(all);
    }

    @Test
    void aResultIsDrawnAgainInItsFolderAndStaysAsItIs() throws IOException {
        Path result = result("a", 200);
        byte[] measured = Files.readAllBytes(result.resolve(ResultsFile.NAME));

        assertThat(report(result)).isZero();

        assertThat(result.resolve("report.md")).content().contains("one block gives no ranking");
        assertThat(result.resolve("report.html")).isNotEmptyFile();
        assertThat(result.resolve("report.csv")).content().startsWith("strategy,").contains("\nrx,", "\nakka,");
        assertThat(out.toString()).contains("rx", "akka", "Page: file:");
        assertThat(result.resolve(ResultsFile.NAME)).hasBinaryContent(measured);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void severalResultsBecomeBlocksOfOneAndAreRanked() throws IOException {
        Path joined = folder.resolve("joined");

        assertThat(report(result("a", 200), result("b", 210), result("c", 190).resolve(ResultsFile.NAME),
                "--out", joined, "--json")).isZero();

        Results results = ResultsFile.read(joined.resolve(ResultsFile.NAME));
        assertThat(results.trials()).extracting(Trial::block).containsExactly(1, 1, 2, 2, 3, 3);
        JsonNode json = ResultsFile.JSON.readTree(out.toString());
        assertThat(json.path("blocks").asInt()).isEqualTo(3);
        assertThat(json.path("detectableRatio").asDouble()).isGreaterThan(1);
        JsonNode akka = json.path("rows").path(1);
        assertThat(akka.path("strategy").asString()).isEqualTo("akka");
        assertThat(akka.path("verdict").asString()).isEqualTo("slower");
        assertThat(akka.path("ratio").asDouble()).isBetween(akka.path("low").asDouble(), akka.path("high").asDouble());
    }

    @Test
    void resultsThatWereNotMeasuredAlikeAreRefusedWithTheDifferences() throws IOException {
        Path one = result("a", 200);
        Path other = result("b", 201);
        Path file = other.resolve(ResultsFile.NAME);
        Files.writeString(file, Files.readString(file)
                .replace("\"delayMs\":200.0", "\"delayMs\":100.0")
                .replace("\"commit\":\"c\"", "\"commit\":\"d\"")
                .replace("\"ioConcurrency\":60", "\"ioConcurrency\":200"));

        assertThat(report(one, other)).isEqualTo(2);

        assertThat(err.toString()).contains("not measured alike", "The upstream delay in ms differs: 200.0, then 100.0.",
                "The commit differs: c, then d.", "A budget differs: 60 calls", "200 calls").doesNotContain("\tat ");
    }

    @Test
    void theSameTrialIsNotCountedTwice() throws IOException {
        Path one = result("a", 200);

        assertThat(report(one, one)).isEqualTo(2);
        assertThat(report(one, result("copy", 200))).isEqualTo(2);

        assertThat(err.toString()).contains("hold the same trial of rx, which would count twice");
    }

    @Test
    void whatHoldsNoResultIsRefusedInOneLine() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Path interrupted = Files.createDirectories(folder.resolve("interrupted/trials")).getParent();
        Path damaged = Files.writeString(folder.resolve("damaged.json"), "{\"schemaVersion\":1,");

        assertThat(report(empty)).isEqualTo(2);
        assertThat(report(interrupted)).isEqualTo(2);
        assertThat(report(damaged)).isEqualTo(2);
        assertThat(report(folder.resolve("none"))).isEqualTo(2);

        assertThat(err.toString().lines()).hasSize(4).allSatisfy(line -> assertThat(line).startsWith("birdseye: "));
        assertThat(err.toString()).contains("it is no folder of results", "the comparison was interrupted", "damaged.json cannot be read",
                "does not exist");
    }

    @Test
    void measuredResultsAreNeverOverwritten() throws IOException {
        assertThat(report(result("a", 200), result("b", 210), "--out", result("c", 220))).isEqualTo(1);

        assertThat(err.toString()).contains("holds results already: choose another folder");
    }
}
