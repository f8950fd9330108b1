package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.ForeignServer;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.foreign.TargetSettings;
import io.birdseye.loadtest.gatling.InjectorMain;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.target.Expectation;
import io.birdseye.loadtest.target.RequestTemplate;
import io.birdseye.loadtest.target.ServiceFile;
import io.birdseye.loadtest.target.ServiceTarget;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.model.Load;
import io.birdseye.report.Reports;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services in Python: nothing of them is Birdseye's. */
class TargetComparisonTest {

    /** Whether a busy machine disturbed a trial is no matter of these tests. */
    private static final ValidityBounds ANY = new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, 1.0);

    private static final Expectation TOTAL = new Expectation(200, "\"total\": \\d+");

    @TempDir
    private Path out;

    private static Programs programs() {
        return new Programs(
                JavaProgram.thisJava(), Path.of(""), JavaProgram.ofThisClassPath(FakePrograms.Mock.class),
                JavaProgram.ofThisClassPath(FakePrograms.Service.class), JavaProgram.ofThisClassPath(InjectorMain.class));
    }

    private TargetSettings running(String url, Load load, int blocks) {
        ServiceTarget target = new ServiceTarget.Running(
                new RequestTemplate(url, Optional.empty(), List.of(), Optional.empty(), TOTAL).variants());
        return new TargetSettings(
                target, "", load, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(10),
                new Measurement(blocks, 1, ANY, out, "./birdseye compare --url"));
    }

    private static Results run(TargetSettings settings) throws Exception {
        return new TargetComparison(settings, BlockPlan.PLAIN, programs(), Progress.NONE).run();
    }

    private static Row row(ComparisonTable table, String variant) {
        return table.rows().stream().filter(row -> row.strategy().equals(variant)).findFirst().orElseThrow();
    }

    @Test
    void aSlowerVariantIsFoundAndEqualOnesAreNotCalledSlower() throws Exception {
        try (ForeignServer server = ForeignServer.start()) {
            Results results = run(running(
                    server.url() + "/work?ms={30,030,90}&user=${1..10}", Load.open(20), 4));
            ComparisonTable table = Reports.write(results, out);

            assertThat(results.trials()).hasSize(12).allMatch(trial -> trial.outcome() == Trial.Outcome.COMPLETED);
            assertThat(row(table, "90").place().verdict()).isEqualTo(Ranking.Verdict.SLOWER);
            assertThat(List.of(row(table, "30"), row(table, "030")))
                    .extracting(row -> row.place().verdict())
                    .doesNotContain(Ranking.Verdict.SLOWER, Ranking.Verdict.UNRANKED);
            assertThat(row(table, "90").medianMs()).isGreaterThanOrEqualTo(90);
            assertThat(row(table, "90").floorMs()).as("nobody knows what is behind the service").isNaN();
            assertThat(row(table, "90").limitKnown()).isFalse();
            assertThat(row(table, "30").figures().resources().peakThreads()).as("found by its port").isPositive();
            assertThat(Files.readString(out.resolve(Reports.PAGE))).contains(server.url(), "which was running");
            assertThat(server.seen()).as("numbers are drawn")
                    .extracting(path -> path.replaceFirst(".*user=", "")).contains("1", "10").doesNotContain("11", "0");
        }
    }

    @Test
    void whatIsKeptIsNotMeasuredAgain() throws Exception {
        try (ForeignServer server = ForeignServer.start()) {
            Results first = run(running(server.url() + "/work?ms={5,6}", Load.open(20), 1));
            int requests = server.seen().size();

            Results second = run(running(server.url() + "/work?ms={5,6}", Load.open(20), 1));

            assertThat(second.trials()).isEqualTo(first.trials());
            assertThat(server.seen().size() - requests).as("one request of each, to see that it still answers").isEqualTo(2);
        }
    }

    @Test
    void usersWaitForTheirAnswers() throws Exception {
        try (ForeignServer server = ForeignServer.start()) {
            Results results = run(running(server.url() + "/work?ms={20,40}", Load.closed(2), 2));

            assertThat(results.trials()).hasSize(4).allSatisfy(trial -> {
                double ms = Double.parseDouble(trial.strategy());
                assertThat(trial.measured().errors()).isZero();
                assertThat(trial.measured().response().p50Ms()).isGreaterThanOrEqualTo(ms);
                assertThat(trial.measured().achievedPerSecond()).isBetween(1.0, 2_000 / ms);
            });
        }
    }

    @Test
    void aVariantWithTheWrongAnswerFailsAndTheOthersAreMeasured() throws Exception {
        try (ForeignServer server = ForeignServer.start()) {
            Results results = run(running(server.url() + "/{work,moved,failing,echo}", Load.open(20), 1));

            assertThat(results.trials()).filteredOn(Trial::failed).extracting(Trial::strategy, Trial::reason)
                    .containsExactlyInAnyOrder(
                            org.assertj.core.groups.Tuple.tuple(
                                    "moved", server.url() + " answers with status 302, a redirect, instead of 200"),
                            org.assertj.core.groups.Tuple.tuple(
                                    "failing", server.url() + " answers with status 500 instead of 200"),
                            org.assertj.core.groups.Tuple.tuple(
                                    "echo", server.url() + " answers with a body in which nothing matches '\"total\": \\d+'"));
            assertThat(results.trials()).filteredOn(trial -> !trial.failed()).singleElement()
                    .satisfies(trial -> assertThat(trial.measured().requests()).isEqualTo(20));
        }
    }

    @Test
    void aServiceThatAnswersNothingRightIsSaidInOneLine() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        assertThatExceptionOfType(TrialFailure.class)
                .isThrownBy(() -> run(running("http://127.0.0.1:" + port + "/{a,b}", Load.open(20), 1)))
                .withMessageContaining("http://127.0.0.1:" + port + " cannot be reached: connection refused");
    }

    private TargetSettings started(String yaml, int blocks) throws Exception {
        Path file = Files.writeString(out.resolve("birdseye.yaml"), yaml);
        ServiceFile service = ServiceFile.load(file);
        return new TargetSettings(
                service.target(), service.text(), Load.open(20), Duration.ofSeconds(1), Duration.ofSeconds(1),
                Duration.ofSeconds(10), new Measurement(blocks, 1, ANY, out, "./birdseye compare --service"));
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static String start(int port, String... arguments) {
        List<String> command = ForeignServer.command();
        command.addAll(List.of("--port", Integer.toString(port)));
        command.addAll(List.of(arguments));
        return command.stream().map(word -> "\"" + word + "\"").collect(Collectors.joining(", ", "[", "]"));
    }

    private String reason(Results results, String variant) {
        return results.trials().stream().filter(trial -> trial.strategy().equals(variant)).findFirst().orElseThrow().reason();
    }

    @Test
    void eachTrialHasAProcessOfItsOwnAndOnesThatFailDoNotHinderTheOthers() throws Exception {
        int port = freePort();
        String yaml = """
                service:
                  start: %s
                  url: http://127.0.0.1:%d
                  ready: /ready
                  readyWithin: 5s
                request: { path: "/work?user=${1..10}", expect: { status: 200, matches: '"total":' } }
                variants:
                  plain:
                  slower:   { environment: { EXTRA_MS: 80 } }
                  dying:    { start: %s }
                  never:    { start: %s }
                  missing:  { start: [./no-such-program] }
                  jdk99:    { java: 99 }
                """.formatted(start(port), port, start(port, "--die-after", "25"), start(port, "--ready-after", "-1"));

        Results results = run(started(yaml, 1));

        ComparisonTable table = Reports.write(results, out);
        assertThat(row(table, "plain").medianMs()).isGreaterThanOrEqualTo(10);
        assertThat(row(table, "slower").medianMs()).isGreaterThanOrEqualTo(90);
        assertThat(row(table, "plain").figures().resources().serviceCores()).isPositive();
        assertThat(row(table, "plain").figures().resources().gcPauses()).as("it is no JVM").isNull();
        assertThat(reason(results, "dying")).contains("died", "fatal: out of luck");
        assertThat(reason(results, "never")).contains("did not get ready within 5 s", "no status 200", "listening on");
        assertThat(reason(results, "missing")).contains("cannot be started", "no-such-program");
        assertThat(reason(results, "jdk99")).contains("there is no JDK 99");
        assertThat(ProcessHandle.current().descendants()
                        .filter(process -> process.info().commandLine().orElse("").contains("foreign_server")))
                .as("all processes are ended").isEmpty();
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        try (ForeignServer server = ForeignServer.start()) {
            Results results = run(started("""
                    service: { start: %s, url: "http://127.0.0.1:%d" }
                    request: { path: /work }
                    """.formatted(start(server.port()), server.port()), 1));

            assertThat(reason(results, "service"))
                    .contains("port " + server.port() + " is taken by another program, process " + server.pid());
        }
    }
}
