package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class KubernetesCommandsTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void aDryRunPrintsTheObjectsAndNothingElseAndNeedsNoCluster() {
        assertThat(commandLine.execute(
                        "compare", "--on", "kubernetes", "--dry-run", "--image", "registry.example/birdseye:1", "--injectors", "3",
                        "--cpu-per-pod", "4"))
                .as(err.toString()).isZero();

        assertThat(out.toString()).startsWith("---\napiVersion: \"batch/v1\"\nkind: \"Job\"")
                .contains("image: \"registry.example/birdseye-service:1\"", "completions: 3", "cpu: \"4\"", "\"cpuConcurrency\" : 4");
        assertThat(out.toString()).as("mock-api has processors of its own").contains("\"maxMockCpuShare\" : 0.8");
    }

    @Test
    void aDryRunOfASweepPrintsItsFirstPoint() {
        assertThat(commandLine.execute(
                        "sweep", "--axis", "io-threads=8,16", "--strategies", "rx", "--on", "kubernetes", "--dry-run"))
                .as(err.toString()).isZero();

        assertThat(out.toString()).startsWith("---\n").contains("birdseye-service:dev");
    }

    @Test
    void aDryRunOfOverloadPrintsTheLoadsThatFindTheCapacity() {
        assertThat(commandLine.execute("overload", "--on", "kubernetes", "--dry-run", "--injectors", "2", "--cpu-per-pod", "4"))
                .as(err.toString()).isZero();

        assertThat(out.toString()).startsWith("---\n")
                .contains("birdseye-service:dev", "\"name\" : \"calibration\"", "\"users\" : 1,", "completions: 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "overload --dry-run", "overload --on kubernetes --slots 2", "overload --on kubernetes --injectors-at 10.0.0.7:7400",
        "sweep --axis io-threads=8,16 --on kubernetes --slots 2", "compare --slots 2", "compare --dry-run", "compare --colocate",
        "sweep --axis io-threads=8,16 --namespace x",
        "compare --on kubernetes --url http://127.0.0.1:1", "compare --on kubernetes --injectors-at 10.0.0.7:7400",
        "compare --on kubernetes --slots 0", "compare --on kubernetes --node-selector service", "compare --on mars"
    })
    void whatDoesNotGoTogetherIsRefused(String line) {
        assertThat(commandLine.execute(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).containsAnyOf("--on", "slots", "node selector", "PLACE");
    }
}
