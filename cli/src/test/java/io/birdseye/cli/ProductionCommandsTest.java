package io.birdseye.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

/** From traces and metrics to advice, as a user types it. */
class ProductionCommandsTest {

    private static final String TRACES = """
            {"resourceSpans":[{"scopeSpans":[{"spans":[
            {"traceId":"t","spanId":"a","kind":2,"name":"GET /basket","startTimeUnixNano":"1000000000","endTimeUnixNano":"1100000000"},
            {"traceId":"t","spanId":"b","parentSpanId":"a","kind":3,"name":"GET","startTimeUnixNano":"1005000000",
             "endTimeUnixNano":"1045000000","attributes":[{"key":"server.address","value":{"stringValue":"cart"}}]},
            {"traceId":"t","spanId":"c","parentSpanId":"a","kind":3,"name":"GET","startTimeUnixNano":"1005000000",
             "endTimeUnixNano":"1095000000","attributes":[{"key":"server.address","value":{"stringValue":"prices"}}]}
            ]}]}]}
            """;
    private static final String METRICS = """
            http_server_requests_seconds_count{method="GET",status="200",uri="/basket"} 2400
            http_server_requests_seconds_sum{method="GET",status="200",uri="/basket"} 240
            process_uptime_seconds 60
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine commandLine =
            Birdseye.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));

    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void tracesBecomeAScenarioThatAdviseTakesWithARate() throws IOException {
        Path scenario = folder.resolve("basket.yaml");

        assertThat(commandLine.execute(
                        "init", "--from-otel", write("traces.json", TRACES).toString(), "--route", "GET /basket",
                        scenario.toString()))
                .as(err.toString()).isZero();
        assertThat(out.toString()).contains("2 calls in 1 group, without a rate", "--rate PER_SECOND");
        assertThat(folder.resolve("scenario.schema.json")).isNotEmptyFile();

        assertThat(commandLine.execute("advise", "--scenario", scenario.toString(), "--cores", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("names no rate: give --rate");
        out.getBuffer().setLength(0);
        assertThat(commandLine.execute(
                        "advise", "--scenario", scenario.toString(), "--rate", "40", "--p99", "200ms", "--cores", "2"))
                .isZero();
        assertThat(out.toString()).startsWith("Take '").contains("Replicas: one instance with 2 cores carries 40/s");
    }

    @Test
    void metricsAddTheRateAndARateThatOneInstanceCannotCarryIsShared() throws IOException {
        Path scenario = folder.resolve("basket.yaml");

        assertThat(commandLine.execute(
                        "init", "--from-otel", write("traces.json", TRACES).toString(), "--from-prometheus",
                        write("metrics.txt", METRICS).toString(), scenario.toString()))
                .as(err.toString()).isZero();
        assertThat(scenario).content().contains("\nload: { rate: 40, arrivals: poisson }");

        assertThat(commandLine.execute("advise", "--scenario", scenario.toString(), "--cores", "2")).isZero();
        assertThat(commandLine.execute(
                        "advise", "--scenario", scenario.toString(), "--cores", "2", "--rate", "600", "--p99", "300ms"))
                .isZero();
        assertThat(out.toString()).contains("One instance: No pool size reaches it: 600/s need", "instances with 2 cores each");
    }

    @Test
    void badTelemetryIsOneLineWithExitCode2AndWritesNothing() throws IOException {
        Path scenario = folder.resolve("basket.yaml");
        String traces = write("traces.json", TRACES).toString();
        String truncated = write("truncated.json", TRACES.substring(0, 300)).toString();
        String metrics = write("metrics.txt", "http_server_requests_seconds_bucket{le=\"1\"} 5").toString();
        String[][] bad = {
            {"--from-otel", truncated}, {"--from-otel", traces, "--route", "/nowhere"},
            {"--from-otel", folder.resolve("none.json").toString()}, {"--from-prometheus", metrics},
            {"--from-prometheus", "http://192.0.2.1/metrics"}, {"--from-prometheus", "gopher://127.0.0.1/"},
        };
        for (String[] options : bad) {
            err.getBuffer().setLength(0);
            String[] arguments = new String[options.length + 2];
            arguments[0] = "init";
            System.arraycopy(options, 0, arguments, 1, options.length);
            arguments[arguments.length - 1] = scenario.toString();

            assertThat(commandLine.execute(arguments)).as(String.join(" ", options)).isEqualTo(2);

            assertThat(err.toString().lines()).hasSize(1).allMatch(line -> line.startsWith("birdseye: "));
            assertThat(scenario).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--route /a", "--over 5s", "--allow-host shop", "--from-otel a.json --over 5s"})
    void optionsThatNeedASourceAreRefusedWithoutIt(String options) {
        assertThat(commandLine.execute(("init " + options + " " + folder.resolve("x.yaml")).split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains("--from-prometheus");
    }

    @Test
    void aUtilisationSaysHowManyReplicasThatTakes() {
        assertThat(commandLine.execute(
                        "advise", "--calls", "4", "--latency", "200ms", "--cpu-time", "22ms", "--rate", "50", "--cores", "2", "--p99",
                        "400ms", "--utilisation", "20%"))
                .isZero();
        assertThat(out.toString()).startsWith("Replicas: 3 instances with 2 cores each").contains("Head-room: 1 of them");
        assertThat(commandLine.execute("advise", "--lost", "-1")).isEqualTo(2);
        assertThat(commandLine.execute("advise", "--utilisation", "0")).isEqualTo(2);
        assertThat(commandLine.execute("advise", "--utilisation", "120%")).isEqualTo(2);
    }
}
