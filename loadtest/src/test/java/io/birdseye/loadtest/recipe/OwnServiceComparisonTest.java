package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.PythonServer;
import io.birdseye.loadtest.gatling.InjectorMain;
import io.birdseye.loadtest.gatling.PlainEngine;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.RequestTemplate;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.ServiceFile;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.mockapi.MockApiMain;
import io.birdseye.model.Load;
import io.birdseye.model.ParentProcess;
import io.birdseye.report.Reports;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Simplicity;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services in Python: nothing of them is Birdseye's. */
class OwnServiceComparisonTest {

    private static final Programs FAKE = FakePrograms.all();

    /** With Gatling. */
    private static final Programs REAL = programs(InjectorMain.class);

    private static final Expectation TOTAL = new Expectation(200, "\"total\": \\d+");

    @TempDir
    private Path out;

    /** With mock-api for services behind the measured one. */
    private static Programs programs(Class<?> injector) {
        return new Programs(
                FAKE.java(), FAKE.home(), JavaProgram.ofThisClassPath(MockApiMain.class), FAKE.service(),
                JavaProgram.ofThisClassPath(injector));
    }

    private TrialSettings running(String url, int blocks) {
        RunningService service = new RunningService(
                new RequestTemplate(url, Optional.empty(), List.of(), Optional.empty(), TOTAL).variants(),
                Duration.ofSeconds(10));
        return new TrialSettings(
                service, new LoadPlan(Load.open(20), WarmUp.of(Duration.ofSeconds(1)), Duration.ofSeconds(1)),
                new Measurement(blocks, 1, SmallComparison.ANY, out, "./birdseye compare --url"));
    }

    private static Results run(TrialSettings settings, Programs programs) throws Exception {
        return new Comparison(settings, programs, Progress.NONE).run();
    }

    private static Row row(ComparisonTable table, String variant) {
        return table.rows().stream().filter(row -> row.name().equals(variant)).findFirst().orElseThrow();
    }

    /**
     * Sleeps of 800 and 850 ms: what a busy machine adds to a median is far below their difference. Both get the same few
     * milliseconds on top, so that 840 would be slower by 4.9 %, and less than 5 % is as good.
     */
    @Tag("nightly")
    @Test
    void aVariantThatIsMoreThanFivePercentSlowerIsFoundAndEqualOnesAreCalledEquivalent() throws Exception {
        try (PythonServer server = PythonServer.start()) {
            Results results = run(running(server.url() + "/work?ms={800,0800,850}", 5), REAL);
            ComparisonTable table = Reports.write(results, out, Simplicity.NONE);

            assertThat(results.trials()).hasSize(15).allMatch(trial -> trial.outcome() == Trial.Outcome.COMPLETED);
            assertThat(row(table, "850").place().verdict()).isEqualTo(Ranking.Verdict.SLOWER);
            assertThat(row(table, "850").place().ratio()).isBetween(1.04, 1.08);
            assertThat(List.of(row(table, "800"), row(table, "0800")))
                    .extracting(row -> row.place().verdict())
                    .containsExactlyInAnyOrder(Ranking.Verdict.BEST, Ranking.Verdict.EQUIVALENT);
            assertThat(row(table, "850").medianMs()).isGreaterThanOrEqualTo(850);
        }
    }

    /** Sleeps of 10 and 60 ms; what is kept is not measured again. */
    @Test
    void aRunningServiceIsMeasuredInSlices() throws Exception {
        try (PythonServer server = PythonServer.start()) {
            TrialSettings settings = running(server.url() + "/work?ms={10,60}&user=${1..10}", 1);

            Results results = run(settings, REAL);

            assertThat(results.trials()).hasSize(2).allSatisfy(trial -> {
                assertThat(trial.measured().requests()).isEqualTo(20);
                assertThat(trial.measured().instruments().disturbance().memoryMs()).isPositive();
            });
            ComparisonTable table = Reports.write(results, out, Simplicity.NONE);
            assertThat(row(table, "10").medianMs()).isGreaterThanOrEqualTo(10);
            assertThat(row(table, "60").medianMs()).isGreaterThanOrEqualTo(60);
            assertThat(row(table, "60").floorMs()).as("nobody knows what is behind the service").isNaN();
            assertThat(row(table, "60").limitKnown()).isFalse();
            assertThat(row(table, "10").figures().resources().peakThreads()).as("found by its port").isPositive();
            assertThat(Files.readString(out.resolve(Reports.PAGE))).contains(server.url(), "which was running");
            int requests = server.seen().size();
            assertThat(server.seen()).as("numbers are drawn")
                    .extracting(path -> path.replaceFirst(".*user=", "")).contains("1", "10").doesNotContain("11", "0");

            assertThat(run(settings, REAL).trials()).isEqualTo(results.trials());
            assertThat(server.seen().size() - requests).as("one request of each, to see that it still answers").isEqualTo(2);
        }
    }

    @Test
    void oneWrongAnswerOfARunningServiceIsSaidInOneLineBeforeAnythingIsWritten() throws Exception {
        try (PythonServer server = PythonServer.start()) {
            assertThatExceptionOfType(NothingMeasured.class)
                    .isThrownBy(() -> run(running(server.url() + "/{work?ms=10,echo?ms=1}", 1), FAKE))
                    .withMessageStartingWith("nothing is measured: echo-ms-1: " + server.url()
                            + " answers with a body in which nothing matches '\"total\": \\d+'");
        }
        assertThat(out).isEmptyDirectory();
    }

    private TrialSettings started(String yaml) throws Exception {
        return started(out, yaml);
    }

    private static TrialSettings started(Path out, String yaml) throws Exception {
        Path file = Files.writeString(out.resolve("birdseye.yaml"), yaml);
        return new TrialSettings(
                ServiceFile.load(file).service(),
                new LoadPlan(Load.open(20), WarmUp.of(Duration.ofMillis(500)), Duration.ofMillis(500)),
                new Measurement(1, 1, SmallComparison.ANY, out, "./birdseye compare --service"));
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static String start(int port, String... arguments) {
        List<String> command = PythonServer.command();
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
                request: { path: "/work?user=${1..10}", expect: { status: 200, matches: '"total":' } }
                variants:
                  plain:
                  slower:   { environment: { EXTRA_MS: 80 } }
                  dying:    { start: %s }
                  missing:  { start: [./no-such-program] }
                  jdk99:    { java: 99 }
                """.formatted(start(port), port, start(port, "--die-after", "10"));

        Results results = run(started(yaml), FAKE);

        ComparisonTable table = Reports.write(results, out, Simplicity.NONE);
        assertThat(row(table, "plain").medianMs()).isGreaterThanOrEqualTo(10);
        assertThat(row(table, "slower").medianMs()).isGreaterThanOrEqualTo(90);
        assertThat(row(table, "plain").figures().resources().serviceCores()).as("known, in steps of 10 ms").isNotNull();
        assertThat(row(table, "plain").figures().resources().peakThreads()).isPositive();
        assertThat(row(table, "plain").figures().resources().gcPauses()).as("it is no JVM").isNull();
        assertThat(reason(results, "dying")).contains("died", "fatal: out of luck");
        assertThat(reason(results, "missing")).contains("cannot be started", "no-such-program");
        assertThat(reason(results, "jdk99")).contains("there is no JDK 99");
        assertThat(ProcessHandle.current().descendants()
                        .filter(process -> process.info().commandLine().orElse("").contains("--port " + port)))
                .as("all processes are ended").isEmpty();
    }

    @Test
    void withItsUpstreamsPlayedTheFloorIsKnownWhereEachRequestCallsThemAll() throws Exception {
        int port = freePort();
        int upstream = freePort();
        Files.writeString(out.resolve("upstreams.yaml"), """
                name: shop
                groups:
                  - name: basket
                    calls: [{ name: cart, latency: 5ms, payload: 1kB }, { name: stock, latency: 30ms, payload: 1kB }]
                """);
        String yaml = """
                service:
                  start: %s
                  url: http://127.0.0.1:%d
                  environment: { UPSTREAM: "http://127.0.0.1:%d" }
                request: { path: /shop, expect: { matches: "total" } }
                variants: { both: { query: { calls: cart stock } } %s }
                upstreams: { file: upstreams.yaml, port: %d }
                """;
        TrialSettings all = started(yaml.formatted(start(port), port, upstream, "", upstream));
        Programs plain = programs(PlainEngine.class);
        ComparisonTable known = Reports.write(run(all, plain), out, Simplicity.NONE);

        assertThat(row(known, "both").floorMs()).isEqualTo(30);
        assertThat(row(known, "both").medianMs()).isGreaterThanOrEqualTo(35);
        assertThat(row(known, "both").limitKnown()).isTrue();

        Files.delete(out.resolve("trials").resolve("settings.json"));
        TrialSettings some = started(yaml.formatted(start(port), port, upstream, ", one: { query: { calls: cart } }", upstream));
        ComparisonTable unknown = Reports.write(run(some, plain), out, Simplicity.NONE);

        assertThat(row(unknown, "one").floorMs()).isNaN();
        assertThat(row(unknown, "both").limitKnown()).isFalse();
    }

    /** A comparison in a JVM of its own, for a test that kills it: no hook runs then. */
    static final class Victim {
        public static void main(String[] folderAndYaml) throws Exception {
            ParentProcess.endWithParent();
            TrialSettings settings = started(Path.of(folderAndYaml[0]), folderAndYaml[1]);
            new Comparison(settings, FAKE, (phase, done, total) -> System.out.println(phase)).run();
        }
    }

    @Test
    void aServiceEndsAfterAKillOfTheComparisonThatStartedIt() throws Exception {
        int port = freePort();
        String yaml = """
                service: { start: %s, url: "http://127.0.0.1:%d" }
                request: { path: /work }
                """.formatted(start(port), port);
        List<String> command = JavaProgram.ofThisClassPath(Victim.class)
                .command(JavaProgram.thisJava(), List.of("-Xmx128m"), List.of(out.toString(), yaml));
        Process victim = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var phases = victim.inputReader()) {
            assertThat(phases.lines().anyMatch(phase -> phase.endsWith(": warming up"))).isTrue();
            List<ProcessHandle> all = victim.descendants().toList();
            assertThat(all).anyMatch(process -> process.info().commandLine().orElse("").contains("python_server"));

            victim.destroyForcibly();

            assertThat(all).allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(20, TimeUnit.SECONDS));
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        try (PythonServer server = PythonServer.start()) {
            Results results = run(started("""
                    service: { start: %s, url: "http://127.0.0.1:%d" }
                    request: { path: /work }
                    """.formatted(start(server.port()), server.port())), FAKE);

            assertThat(reason(results, "service"))
                    .contains("port " + server.port() + " is taken by another program, process " + server.pid());
        }
    }

    @Test
    void aServiceThatDoesNotGetReadyIsSaidWithItsLastLines() throws Exception {
        int port = freePort();
        Results results = run(started("""
                service: { start: %s, url: "http://127.0.0.1:%d", ready: /ready, readyWithin: 2s }
                request: { path: /work }
                """.formatted(start(port, "--ready-after", "-1"), port)), FAKE);

        assertThat(reason(results, "service")).contains("did not get ready within 2 s", "no status 200", "listening on");
    }
}
