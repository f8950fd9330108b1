package io.birdseye.service.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.mockapi.MockApi;
import io.birdseye.mockapi.UpstreamSettings;
import io.birdseye.scenario.MockSettings;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.Service;
import io.birdseye.service.ServiceMain;
import io.birdseye.service.TestSettings;
import io.birdseye.service.overview.ScenarioPlan.Spin;
import io.birdseye.service.testing.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated // it looks at what the JVM shares
class ScenarioServingTest {

    private static final String THREE_GROUPS = """
            name: three-groups
            groups:
              - name: one
                calls: [{ name: only, latency: 2ms, payload: 300B }]
              - name: two
                calls:
                  - { name: first, latency: { uniform: { lower: 1ms, upper: 3ms } }, payload: 5kB }
                  - { name: posts, like: first, payload: 0B }
                cpu: { time: 2ms }
              - name: three
                calls:
                  - { name: a, latency: { lognormal: { median: 2ms, sigma: 0.2 } }, payload: 1kB }
                  - { name: b, like: a }
                  - { name: c, like: a, payload: 90kB }
                cpu: { multiply: 1MB, layout: primitive }
            budget: { io: 6, cpu: 2, maxInFlight: 9 }
            deadline: 30s
            """;

    private static final List<String> STRATEGIES =
            List.of("sequential", "executor", "disruptor", "akka-async", "virtual-threads", "http-async");

    @TempDir
    static Path folder;

    /** Of the three groups: the start measures the speed of a core. */
    private static Serving serving;

    @BeforeAll
    static void start() throws Exception {
        serving = serving(THREE_GROUPS);
    }

    private static Serving serving(String scenario) throws Exception {
        MockApi mock = MockApi.start(UpstreamSettings.fromJson(settings(scenario)));
        // The budget of the file counts only where no flag does.
        String[] flags = {"--port=0", "--upstream=" + mock.url(), "--scenario=" + write(scenario), "--http-threads=20"};
        return new Serving(mock, new Service(ServiceMain.parse(flags)));
    }

    @AfterAll
    static void stop() {
        serving.close();
    }

    @Test
    void everyStrategyGivesTheSameAnswerForATreeOfOneTwoAndThreeCalls() throws Exception {
        List<String> answers = new ArrayList<>();
        for (String strategy : STRATEGIES) {
            HttpResponse<String> answer = serving.get("/overview/" + strategy + "?userId=1&factor=7");
            assertThat(answer.statusCode()).as(strategy + ": " + answer.body()).isEqualTo(200);
            answers.add(answer.body());
        }

        assertThat(answers).containsOnly(answers.getFirst());
        JsonNode root = JsonMapper.shared().readTree(answers.getFirst());
        assertThat(root.path("one").path("bodies").path("only").path("bytes").asInt()).isEqualTo(300);
        assertThat(root.path("two").path("computed").path("micros").asInt()).isEqualTo(2_000);
        assertThat(root.path("two").path("bodies").path("posts").path("bytes").asInt())
                .as("a body that is asked to be empty is an empty array").isEqualTo(2);
        assertThat(root.path("three").path("bodies").path("c").path("bytes").asInt()).isEqualTo(90_000);
        JsonNode product = root.path("three").path("multiplied");
        assertThat(product.path("size").asInt()).isEqualTo(250_000);
        assertThat(product.path("checksum").asLong()).isEqualTo(7L * 250 * 500_500);
    }

    /** Calls in turn, one that is never made, a pool, a timeout with a second attempt: over HTTP, with either client. */
    @Test
    void howCallsAreMadeIsServedAndSeenInTimingsTracesAndResources() throws Exception {
        String scenario = """
                name: policies
                pools: { db: { size: 1, wait: 30s } }
                groups:
                  - name: shop
                    calls:
                      - { name: user, latency: 5ms, payload: 300B, then: orders }
                      - { name: orders, latency: 5ms, payload: 500B, pool: db, timeout: 30s, retry: { times: 2 } }
                      - { name: hints, latency: 1ms, payload: 100B, probability: 0, then: more }
                      - { name: more, latency: 1ms, payload: 100B }
                      - { name: flaky, latency: 1ms, payload: 10B, retry: { times: 5, on: [503] }, failureRate: 0.1 }
                """;
        try (Serving serving = serving(scenario)) {
            List<String> answers = new ArrayList<>();
            List<String> strategies = new ArrayList<>();
            JsonMapper.shared().readTree(serving.get("/strategies").body()).forEach(entry -> strategies.add(entry.path("name").asString()));
            strategies.removeIf(strategy -> strategy.startsWith("test-"));
            for (String strategy : strategies) {
                for (int i = 0; i < 2; i++) {
                    HttpResponse<String> answer = serving.get("/overview/" + strategy + "?userId=1&factor=7");
                    assertThat(answer.statusCode()).as(strategy + ": " + answer.body()).isEqualTo(200);
                    answers.add(answer.body());
                    assertThat(answer.headers().firstValue("server-timing").orElse(""))
                            .contains("user-io;", "orders-io;", "orders-pool;", "flaky-io;").doesNotContain("user-pool", "hints", "more");
                }
            }
            assertThat(answers).containsOnly(answers.getFirst());
            JsonNode bodies = JsonMapper.shared().readTree(answers.getFirst()).path("shop").path("bodies");
            assertThat(bodies.propertyNames()).containsExactly("user", "orders", "flaky");
            JsonNode tasks = JsonMapper.shared().readTree(serving.get("/trace/http-async").body()).path("tasks");
            assertThat(tasks.get(1).path("name").asString()).isEqualTo("orders");
            assertThat(tasks.get(1).path("readyMs").asDouble()).isEqualTo(tasks.get(0).path("endMs").asDouble());
            assertThat(tasks.get(1).path("attempts").asInt()).isEqualTo(1);

            JsonNode use = JsonMapper.shared().readTree(serving.get("/internal/resources").body());
            int requests = answers.size() + 1;
            assertThat(requests).isGreaterThan(50);
            assertThat(use.path("sharedPools").get(0).path("calls").asInt()).isEqualTo(requests);
            assertThat(use.path("sharedPools").get(0).path("heldNanos").asLong()).isGreaterThan(requests * 4_000_000L);
            JsonNode flaky = use.path("tasks").get(4);
            assertThat(flaky.path("name").asString()).isEqualTo("flaky");
            assertThat(flaky.path("attempts").asInt()).as("some of the calls are made again").isGreaterThan(flaky.path("count").asInt());
            assertThat(use.path("tasks").get(1).path("after").asString()).isEqualTo("user");
            assertThat(serving.get("/metrics").body()).contains("birdseye_call_pool_limit{pool=\"db\"} 1");
        }
    }

    @Test
    void aCallThatGetsNoPlaceInTimeIsAProblemThatNamesThePool() throws Exception {
        String scenario = """
                name: full
                pools: { db: { size: 1, wait: 1ms } }
                groups:
                  - name: shop
                    calls:
                      - { name: one, latency: 300ms, payload: 10B, pool: db }
                      - { name: other, like: one }
                """;
        try (Serving serving = serving(scenario)) {
            for (String strategy : List.of("executor", "http-async", "virtual-threads")) {
                HttpResponse<String> answer = serving.get("/overview/" + strategy);

                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(504);
                assertThat(answer.body()).contains("no place in pool 'db' (1) within 1ms", "\"kind\":\"pool\"");
            }
        }
    }

    /** One call has the only place, the other waits for it; given up by the deadline, or by a client that leaves. */
    @ParameterizedTest
    @ValueSource(strings = {"200ms", "60s"})
    void aRequestThatIsGivenUpLeavesNoPlaceTaken(String deadline) throws Exception {
        String scenario = """
                name: stalled
                deadline: %s
                pools: { db: { size: 1 } }
                groups:
                  - name: shop
                    calls:
                      - { name: one, latency: 1h, payload: 10B, pool: db }
                      - { name: other, like: one }
                """.formatted(deadline);
        try (Serving serving = serving(scenario)) {
            for (String strategy : STRATEGIES) {
                var answer = serving.http.sendAsync(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serving.service.port() + "/overview/" + strategy)).build(),
                        HttpResponse.BodyHandlers.ofString());
                if (deadline.equals("200ms")) {
                    assertThat(answer.get().statusCode()).isEqualTo(504);
                } else {
                    Await.until("a call has the place", () -> serving.places("running") == 1);
                    answer.cancel(true);
                }
                Await.until(strategy + " leaves no place taken", () -> serving.places("running") == 0 && serving.places("waiting") == 0);
            }
        }
    }

    @Test
    void poolsDeadlineAndTasksAreThoseOfTheScenario() throws Exception {
        JsonNode first = JsonMapper.shared().readTree(serving.get("/strategies").body()).get(0);
        assertThat(first.path("budget").toString())
                .isEqualTo("{\"ioConcurrency\":6,\"cpuConcurrency\":2,\"maxInFlight\":9}");
        HttpResponse<String> answer = serving.get("/overview/executor");
        assertThat(answer.headers().firstValue("server-timing").orElse(""))
                .contains("only-io", "posts-io", "c-io", "three-cpu");
        assertThat(serving.get("/overview/executor?sharedMemory=5").statusCode())
                .as("the tree has lists of its own").isEqualTo(400);
        Path file = write(THREE_GROUPS);
        assertThat(ServiceMain.parse("--scenario", file.toString()).http().times().deadline()).hasSeconds(30);
        assertThat(ServiceMain.parse("--scenario", file.toString(), "--deadline", "7s").http().times().deadline())
                .as("a flag goes before the file").hasSeconds(7);
    }

    @Test
    void aFailingUpstreamFailsTheRequestWithItsName() throws Exception {
        String failing = THREE_GROUPS.replace("{ name: b, like: a }", "{ name: b, like: a, failureRate: 1 }");
        serving.configure(settings(failing));
        try {
            HttpResponse<String> answer = serving.get("/overview/executor");

            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(answer.body()).contains("'b'").contains("503");
        } finally {
            serving.configure(settings(THREE_GROUPS));
        }
    }

    @Test
    void theBuiltInScenarioIsServedAsItWasWithoutOne() throws Exception {
        String path = "/overview/executor?userId=3&factor=5&sharedMemory=5&layout=boxed";
        try (MockApi mock = MockApi.start(UpstreamSettings.none());
                Serving without = new Serving(mock, new Service(TestSettings.of(mock.url())));
                Service with = new Service(TestSettings.of(mock.url(), "--scenario=overview"))) {
            assertThat(without.get(with.port(), path).body())
                    .isEqualTo(without.get(path).body()).contains("multiplied");
        }
    }

    @Test
    void aBadScenarioIsRefusedByFileAndLineWithWhatIsAllowed() throws IOException {
        Path file = write(THREE_GROUPS.replace("payload: 5kB", "payload: 2GB"));

        assertThatThrownBy(() -> ServiceMain.parse("--scenario", file.toString()))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageStartingWith(file + ":7:").hasMessageContaining("allowed is a size from 0B to 16MB");
        assertThatThrownBy(() -> ServiceMain.parse("--scenario", "nowhere.yaml"))
                .isInstanceOf(CommandLine.ParameterException.class).hasMessageContaining("'nowhere.yaml'");
    }

    private static Path write(String scenario) throws IOException {
        return Files.writeString(folder.resolve("scenario.yaml"), scenario);
    }

    private static String settings(String scenario) throws Exception {
        return MockSettings.json(ScenarioFile.parse("scenario.yaml", scenario, List.of()), 1);
    }

    /** A service over a mock, both in this process. */
    private record Serving(MockApi mock, Service service, HttpClient http) implements AutoCloseable {

        Serving(MockApi mock, Service service) {
            this(mock, service, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        }

        HttpResponse<String> get(String path) throws IOException, InterruptedException {
            return get(service.port(), path);
        }

        HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        int places(String what) {
            String gauge = "birdseye_call_pool_" + what + "{pool=\"db\"} ";
            try {
                return get("/metrics").body().lines().filter(line -> line.startsWith(gauge))
                        .mapToInt(line -> (int) Double.parseDouble(line.substring(gauge.length()))).findFirst().orElseThrow();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void configure(String settings) throws IOException, InterruptedException {
            HttpRequest put = HttpRequest.newBuilder(URI.create(mock.url() + "/__admin/settings"))
                    .PUT(HttpRequest.BodyPublishers.ofString(settings)).build();
            assertThat(http.send(put, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(200);
        }

        @Override
        public void close() {
            http.close();
            service.close();
            mock.close();
        }
    }

    @Test
    void aCalibratedSpinTakesAboutTheCpuTimeThatItIsAskedFor() {
        Spin spin = Spin.calibrated();
        spin.run(Duration.ofMillis(50));

        long quickest = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            spin.run(Duration.ofMillis(20));
            quickest = Math.min(quickest, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }

        // Wide bounds: this says that the unit is right, not how fast a core is.
        assertThat(quickest / 1e6).isBetween(10.0, 60.0);
    }

    @Test
    void noTimeIsNoWorkAndNoStepsAreRefused() {
        new Spin(1).run(Duration.ZERO);

        assertThatThrownBy(() -> new Spin(0)).hasMessageContaining("at least 1 step");
    }
}
