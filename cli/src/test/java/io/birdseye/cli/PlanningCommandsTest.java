package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlanningCommandsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));

    @TempDir
    Path folder;

    @Test
    void initWritesAScenarioThatAdviseTakesAndNeverOverwritesOneUnasked() throws IOException {
        Path file = folder.resolve("shop.yaml");

        assertThat(commandLine.execute("init", file.toString())).isZero();
        assertThat(file).content().startsWith("# yaml-language-server").contains("name: my-endpoint");
        assertThat(folder.resolve("scenario.schema.json")).isNotEmptyFile();

        Files.writeString(file, "mine");
        assertThat(commandLine.execute("init", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("shop.yaml is there already", "--force");
        assertThat(file).hasContent("mine");

        assertThat(commandLine.execute("init", "--force", "--example", "checkout-page", file.toString())).isZero();
        assertThat(commandLine.execute("advise", "--scenario", file.toString())).isZero();
        assertThat(out.toString()).contains("Take '").contains("Little's law");
    }

    @Test
    void adviceFromFlagsHasItsArithmeticAndSources() {
        assertThat(commandLine.execute(
                        "advise", "--calls", "4", "--latency", "200ms", "--cpu-time", "22ms", "--rate", "50", "--cores", "2",
                        "--p99", "400ms"))
                .isZero();

        assertThat(out.toString())
                .startsWith("Take 'virtual-threads' with ")
                .contains("calls at once, which hold no thread", "It is the simplest that meets the objective: blocking code with")
                .contains("50/s × 22 ms of CPU / 2 cores = 55 %", "utilisation law", "Operations Research 9(3), 1961")
                .contains("'sequential' (p99", "virtual-threads", "What would help");
    }

    @Test
    void anImpossibleObjectiveIsAnAnswerAndNoError() {
        assertThat(commandLine.execute(
                        "advise", "--calls", "2", "--latency", "50ms", "--cpu-time", "50ms", "--rate", "50", "--cores", "2",
                        "--p99", "90ms", "--verify"))
                .isZero();

        assertThat(out.toString())
                .contains("No pool size reaches it: 50/s need 2.50 cores of 2")
                .contains("nothing to measure");
    }

    @Test
    void missingOrContradictoryNumbersAreNamed() {
        assertThat(commandLine.execute("advise", "--calls", "4", "--latency", "200ms")).isEqualTo(2);
        assertThat(err.toString()).contains("missing: --cpu-time, --rate");
        assertThat(commandLine.execute("advise", "--calls", "4", "--scenario", "overview")).isEqualTo(2);
        assertThat(err.toString()).contains("--calls is said by the scenario");
        assertThat(commandLine.execute("advise", "--calls", "0", "--latency", "200ms", "--cpu-time", "1ms", "--rate", "5"))
                .isEqualTo(2);
        assertThat(commandLine.execute("advise", "--calls", "1", "--latency", "2h", "--cpu-time", "1ms", "--rate", "5"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("from 0ms to 1h").doesNotContain("the command line:");
    }

    @Test
    void aBadScenarioIsOneLineWithItsPlaceAndNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), """
                name: bad
                groups:
                  - { name: a, calls: [{ name: b, latency: -5ms }] }
                strategies: [reactr]
                """);
        for (String command : new String[] {"compare", "trace", "serve", "advise", "predict"}) {
            err.getBuffer().setLength(0);

            assertThat(commandLine.execute(command, "--scenario", file.toString())).as(command).isEqualTo(2);

            assertThat(err.toString().lines().toList())
                    .as(command)
                    .hasSize(2)
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .startsWith("birdseye: " + file + ":3:")
                                    .contains("'-5ms'", "allowed is a duration from 0ms to 1h"),
                            second -> assertThat(second).startsWith(file + ":4:").contains("'reactr'", "sequential"));
        }
    }

    @Test
    void aComparisonTakesTreeFromTheScenarioAndNothingThatContradictsIt() {
        assertThat(commandLine.execute("compare", "--scenario", "checkout-page", "--memory", "5")).isEqualTo(2);
        assertThat(err.toString()).contains("--memory is said by the scenario");
        assertThat(commandLine.execute("compare", "--scenario", "nowhere.yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("'nowhere.yaml'", "cpu-heavy-report");
    }

    @Test
    void anAxisThatCannotBeSweptIsRefusedBeforeAnythingStarts() {
        assertThat(commandLine.execute("sweep", "--axis", "threads=1,2")).isEqualTo(2);
        assertThat(err.toString()).contains("no setting 'threads'", "http-threads");
        assertThat(commandLine.execute("sweep", "--axis", "io-threads=8.5,9")).isEqualTo(2);
        assertThat(err.toString()).contains("io-threads must be a whole number");
        assertThat(commandLine.execute("sweep", "--axis", "latency=1,2")).isEqualTo(2);
        assertThat(err.toString()).contains("not a duration");
        assertThat(commandLine.execute("sweep", "--axis", "latency=10ms,20ms", "--scenario", "checkout-page"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("latency is said by the scenario");
        assertThat(commandLine.execute("sweep", "--axis", "io-threads=1,2", "--axis", "io-threads=3,4")).isEqualTo(2);
        assertThat(commandLine.execute("sweep")).isEqualTo(2);
    }

    @Test
    void aPredictionNeedsACalibrationThatFitsAndCanBeRead() throws IOException {
        Path none = folder.resolve("calibration.json");
        assertThat(commandLine.execute("predict", "--from", none.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("calibration.json does not exist");
        assertThat(commandLine.execute("predict", "--stall", "9=3s")).isEqualTo(2);
        assertThat(err.toString()).contains("--stall names call 9, but a request has 4");
        assertThat(commandLine.execute("predict", "--slow-tail", "50")).isEqualTo(2);
        assertThat(err.toString()).contains("--slow-tail");
    }
}
