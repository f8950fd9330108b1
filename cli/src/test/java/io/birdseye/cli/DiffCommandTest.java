package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class DiffCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    private Path result(String name, int version, double p50) throws IOException {
        return Files.writeString(folder.resolve(name), json(version, p50));
    }

    /** A result with one trial. */
    static String json(int version, double p50) {
        String latency = "{\"meanMs\":1,\"p50Ms\":" + p50 + ",\"p90Ms\":1,\"p99Ms\":null,\"p999Ms\":null,\"maxMs\":1}";
        return """
                {"schemaVersion":%d,"createdAt":"2026-01-02T03:04:05Z",
                 "environment":{"commit":"c","jdk":"25","jvmFlags":[],"collector":"Parallel","cores":2,"cpuModel":"m",
                   "memoryBytes":1,"os":"o","kernel":"k"},
                 "settings":{"load":{"model":"OPEN","ratePerSecond":50.0,"users":0},"latencyMs":200.0,
                   "memoryMegabytes":5.0,"layout":"boxed","budgets":"equal","httpThreads":62,"warmUpSeconds":18.0,
                   "durationSeconds":30.0,"seed":1,"command":"./birdseye compare",
                   "validity":{"maxStartLagP99Ms":50,"minSentShare":0.99,"maxInjectorCpuShare":0.25,"maxMockCpuShare":0.25,
                     "maxMockDelayErrorP99Ms":50,"maxStolenShare":0.02,"maxOthersShare":0.05,"maxStartSpreadMs":5},"axes":[]},
                 "floor":{"callMs":[200.0],"combineMs":[10.0],"cpuMsPerRequest":30.0,"callMeanMs":[200.0],"combineMeanMs":[10.0],
                   "slowestCallMs":200.0,"callsInTurnMs":200.0,"longestCombineMs":10.0},
                 "setups":[],
                 "trials":[{"strategy":"rx","block":1,
                   "budget":{"ioConcurrency":60,"cpuConcurrency":2,"maxInFlight":500},
                   "topology":{"callsInTurn":false,"blocksHttpThread":false,"ioThreads":60,"ioPerCall":[],
                     "cpuThreads":2,"cpuPerGroup":[],"cpuOnIoThreads":false},
                   "outcome":"COMPLETED","reason":null,"axes":{},
                   "measured":{"seconds":30.0,"offeredPerSecond":50.0,"achievedPerSecond":50.0,"requests":1500,
                     "errors":0,"errorsByKind":{},"response":%s,"service":%s,"startLagP99Ms":1.0,
                     "resources":{"cpuMsPerRequest":30.0,"allocatedMegabytesPerRequest":1.0,"gcPauseMsPerSecond":1.0,
                       "gcPauses":1,"contextSwitchesPerRequest":null,"peakThreads":10,"peakRssMegabytes":null,
                       "serviceCores":1.0,"injectorCores":null,"mockCores":null},
                     "tasks":[],"ioPeak":1,"cpuPeak":1,"histogram":"","requestsPerAnswer":1.0,"disturbance":{},
                     "injectors":{"startSpreadMs":0,"each":[]}}}]}
                """.formatted(version, latency, latency);
    }

    private int diff(Object... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "diff";
        for (int i = 0; i < arguments.length; i++) {
            all[i + 1] = arguments[i].toString();
        }
        return commandLine.execute(all);
    }

    @Test
    void filesOfOlderBuildsAreReadAndARegressionEndsWithOne() throws IOException {
        Path old = result("old.json", 1, 200);
        Path slower = result("slower.json", 1, 300);

        assertThat(diff(old, slower, "--threshold", "10%")).isEqualTo(1);
        assertThat(diff(slower, old, "--threshold", "10%")).isZero();
        assertThat(diff(old, slower)).as("a single block").isEqualTo(3);
        assertThat(out.toString()).contains("SLOWER", "faster", "cannot tell");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aFileThatCannotBeReadEndsWithTwoAndOneLine() throws IOException {
        Path old = result("old.json", 1, 200);

        assertThat(diff(old, folder.resolve("none.json"))).isEqualTo(2);
        assertThat(diff(old, result("newer.json", 2, 200))).isEqualTo(2);
        assertThat(diff(old, folder)).as("a folder without results").isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(3).allSatisfy(line -> assertThat(line).startsWith("birdseye: "));
        assertThat(err.toString()).contains("does not exist", "its schema version is 2").contains("use a newer build");
    }

    @Test
    void anOutageEndsWithOneAndAStrategyThatIsMissingWithThree() throws IOException {
        Path old = result("old.json", 1, 200);
        Path silent = Files.writeString(folder.resolve("silent.json"), json(1, 0)
                .replace("\"achievedPerSecond\":50.0,\"requests\":1500", "\"achievedPerSecond\":0.0,\"requests\":0")
                .replace("\"errors\":0", "\"errors\":1500"));
        Path other = Files.writeString(folder.resolve("other.json"), json(1, 200).replace("\"rx\"", "\"akka\""));

        assertThat(diff(old, silent, "--threshold", "10%")).isEqualTo(1);
        assertThat(diff(old, other, "--threshold", "10%")).isEqualTo(3);
        assertThat(out.toString()).contains("no trial of it in the new result", "Only in the new result: akka.");
    }

    @Test
    void changesArePrintedAsJsonAloneAndTheWordsGoToStandardError() throws IOException {
        Path old = result("old.json", 1, 200);

        assertThat(diff(old, result("slower.json", 1, 300), "--threshold", "10%", "--json")).isEqualTo(1);

        JsonNode json = ResultsFile.JSON.readTree(out.toString());
        assertThat(json.path("regressed").asBoolean()).isTrue();
        assertThat(json.path("complete").asBoolean()).isTrue();
        assertThat(json.path("changes").valueStream().filter(change -> change.path("direction").asString().equals("worse")))
                .singleElement()
                .satisfies(worse -> {
                    assertThat(worse.path("strategy").asString()).isEqualTo("rx");
                    assertThat(worse.path("figure").asString()).isEqualTo("p50");
                    assertThat(worse.path("ratio").asDouble()).isCloseTo(1.5, within(1e-9));
                    assertThat(worse.path("low").isNull()).isTrue();
                });
        assertThat(err.toString()).contains("SLOWER", "1 figure got worse beyond noise");
    }

    @Test
    void aDamagedFileIsRefusedInPlainWords() throws IOException {
        Path old = result("old.json", 1, 200);
        Path damaged = Files.writeString(folder.resolve("damaged.json"), json(1, 200)
                .replaceAll("\"topology\":\\{[^}]*},", ""));

        assertThat(diff(old, damaged)).isEqualTo(2);
        assertThat(err.toString()).contains("damaged.json cannot be read", "topology").doesNotContain("\tat ");
    }

    @Test
    void aWrongShareOrAMissingFileNameIsRefused() throws IOException {
        Path old = result("old.json", 1, 200);

        assertThat(diff(old)).isEqualTo(2);
        assertThat(diff(old, old, "--threshold", "much")).isEqualTo(2);
        assertThat(diff(old, old, "--threshold", "150%")).isEqualTo(2);
        assertThat(err.toString()).contains("NEW", "such as 0.05 or 5%");
    }
}
