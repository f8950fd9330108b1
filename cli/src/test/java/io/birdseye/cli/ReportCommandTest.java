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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class ReportCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    /** A folder of one result, with two strategies in one block. */
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
                .replace("\"latencyMs\":200.0", "\"latencyMs\":100.0")
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
        assertThat(report(result("a", 200), result("b", 210), "--out", result("c", 220))).isEqualTo(2);

        assertThat(err.toString()).contains("holds results already: choose another folder");
    }

    /** Four blocks of 200 and 240 ms, which differ by one per cent among themselves. */
    private Path fourBlocks() throws IOException {
        Path joined = folder.resolve("four");
        assertThat(report(result("a", 200), result("b", 201), result("c", 202), result("d", 199), "--out", joined)).isZero();
        out.getBuffer().setLength(0);
        return joined;
    }

    @Test
    void aConditionThatIsTrueEndsWithOneAndOneThatCannotBeToldWithThree() throws IOException {
        Path joined = fourBlocks();

        assertThat(report(joined, "--fail-on", "p50 > 300ms", "--fail-on", "rx slower than akka", "--fail-on", "errors > 0"))
                .isZero();
        assertThat(out.toString()).contains("passed: p50 > 300ms: rx 200 ms (", "passed: rx slower than akka: rx has the lowest",
                "passed: errors > 0: rx 0 errors in 6,000 requests (0 %)");
        assertThat(report(joined, "--fail-on", "p50 > 300ms", "--fail-on", "akka slower than rx")).isEqualTo(1);
        assertThat(out.toString()).contains("failed: akka slower than rx: akka takes 1.20×");
        assertThat(report(joined, "--fail-on", "p99 > 300ms of akka")).isEqualTo(3);
        assertThat(out.toString()).contains("cannot tell: p99 > 300ms of akka: akka p99 is not known of every trial; it takes 1,000"
                + " right answers in each");
        assertThat(report(joined, "--fail-on", "p99 > 300ms of akka", "--fail-on", "p50 > 220ms")).isEqualTo(1);
        assertThat(out.toString()).contains("failed: p50 > 220ms: akka 2");
        assertThat(report(folder.resolve("a"), "--fail-on", "p50 > 300ms")).as("one block").isEqualTo(3);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theOutcomesOfConditionsAreInTheJson() throws IOException {
        Path joined = fourBlocks();

        assertThat(report(joined, "--json", "--fail-on", "cpu > 10ms", "--fail-on", "answered < 40/s")).isEqualTo(1);

        JsonNode conditions = ResultsFile.JSON.readTree(out.toString()).path("conditions");
        assertThat(conditions.valueStream().map(each -> each.path("condition").asString()))
                .containsExactly("cpu > 10ms", "answered < 40/s");
        assertThat(conditions.valueStream().map(each -> each.path("outcome").asString())).containsExactly("true", "false");
        assertThat(err.toString()).contains("failed: cpu > 10ms: rx 30.0 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99 > soon", "p98 > 4ms", "p99 >", "p99 > 4", "errors > 5ms", "answered < 0/s", "rx slower akka",
            "rx slower than rx", ""})
    void aConditionThatIsNoneIsRefusedWithWhatIsAllowed(String condition) throws IOException {
        assertThat(report(result("a", 200), "--fail-on", condition)).isEqualTo(2);

        assertThat(err.toString().lines().findFirst()).hasValueSatisfying(line -> assertThat(line)
                .contains("'" + condition + "'", "allowed are", "p99 > 400ms", "slower than"));
    }

    @Test
    void aConditionOnWhatIsNotComparedIsRefusedWithTheNames() throws IOException {
        Path one = result("a", 200);

        assertThat(report(one, "--fail-on", "p50 > 5ms of reactor")).isEqualTo(2);
        assertThat(report(one, "--fail-on", "rx slower than mutiny")).isEqualTo(2);

        assertThat(err.toString()).contains("'reactor', which is not compared; compared: akka and rx", "'mutiny'");
    }
}
