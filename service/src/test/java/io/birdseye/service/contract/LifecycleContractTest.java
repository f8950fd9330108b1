package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.StrategyEntry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link Situation#SIGTERM}: one process in which every strategy has requests in flight when it is told to end. They
 * share the process, for it ends only once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleContractTest {

    private static final int EACH = 2;

    @AutoClose
    private final FakeUpstream upstream = new FakeUpstream();
    private final Map<String, List<CompletableFuture<HttpResponse<String>>>> inFlight = new LinkedHashMap<>();

    @AutoClose
    private ServiceProcess service;

    private String expected;
    private int readyAfterwards;
    private int liveAfterwards;
    private String told;
    private HttpResponse<String> late;
    private boolean ended;

    @BeforeAll
    void endUnderLoad() throws Exception {
        service = ServiceProcess.start(
                upstream, List.of(), "--memory-sizes=0", "--deadline=3m", "--grace=60s", "--connect-timeout=30s",
                "--default-io=" + House.IO, "--max-pools=100");
        expected = service.ask(House.path("sequential")).join().body();
        CountDownLatch gate = new CountDownLatch(1);
        for (String path : List.of("/posts", "/comments", "/albums", "/photos")) {
            upstream.behave(path, Behaviour.after(gate, FakeUpstream.dribbling(path, 1, Duration.ZERO)));
        }
        int askedFor = 0;
        for (StrategyEntry entry : House.strategies().toList()) {
            for (int i = 0; i < EACH; i++) {
                inFlight.computeIfAbsent(entry.name(), name -> new ArrayList<>())
                        .add(service.ask(House.path(entry.name())));
                askedFor++;
            }
        }
        int all = askedFor;
        Await.until("all are in flight", Duration.ofSeconds(90), () -> started() == all + 1);

        service.process().toHandle().destroy();

        Await.until("it is not ready any more", () -> status("ready") == 503);
        readyAfterwards = status("ready");
        liveAfterwards = status("live");
        late = service.ask(House.path("sequential")).join();
        gate.countDown();
        ended = service.process().waitFor(60, TimeUnit.SECONDS);
        told = service.process().inputReader().lines().collect(Collectors.joining());
    }

    static Stream<StrategyEntry> strategies() {
        return House.strategies();
    }

    @ParameterizedTest(name = "SIGTERM: {0}")
    @MethodSource("strategies")
    void whatIsInFlightIsAnsweredBeforeTheEnd(StrategyEntry entry) {
        assertThat(inFlight.get(entry.name())).hasSize(EACH).allSatisfy(answer -> {
            HttpResponse<String> response = answer.get(60, TimeUnit.SECONDS);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.body()).isEqualTo(expected);
        });
        assertThat(readyAfterwards).isEqualTo(503);
        assertThat(liveAfterwards).isEqualTo(200);
        assertThat(told).as("on stdout, after the line that it is ready").isEmpty();
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(late.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(ended).as("it has ended within the grace period").isTrue();
        assertThat(service.process().exitValue()).isZero();
    }

    private int started() {
        return JsonMapper.shared()
                .readTree(service.get("/internal/resources").body()).at("/requests/started").intValue();
    }

    private int status(String health) {
        return service.get("/health/" + health).statusCode();
    }
}
