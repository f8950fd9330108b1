package io.birdseye.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two strategies, one for each of the two HTTP clients; {@code FaultTest} has each fault over all of them. */
@Isolated // it looks at what the JVM shares
class UpstreamFaultTest {

    @AutoClose
    private static RunningService service = new RunningService("--max-body=100000", "--deadline=1m");

    private static FakeUpstream upstream = service.upstream();

    @BeforeEach
    void behaveWell() {
        upstream.behaveWell();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void aBodyInChunksIsReadLikeAnyOther(String strategy) {
        String query = "/overview/" + strategy + "?sharedMemory=0&userId=1&factor=2";
        String expected = service.get(query).body();
        String posts = "[{\"userId\":1,\"id\":1,\"title\":\"" + "long ".repeat(15_000) + "\"}]";
        upstream.behave("/posts", Behaviour.chunked(posts.getBytes(US_ASCII)));

        HttpResponse<String> response = service.get(query);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("long long long").isNotEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void anUpstreamThatAnnouncesMuchAndIsSilentCostsLittle(String strategy) {
        try (RunningService impatient = new RunningService(upstream, "--deadline=300ms")) {
            String path = "/overview/" + strategy + "?sharedMemory=0";
            impatient.get(path);
            upstream.behave("/posts", Behaviour.announcing(16_000_000));
            ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long allocated = memory.getTotalThreadAllocatedBytes();

            assertThat(impatient.get(path).statusCode()).isEqualTo(504);

            assertThat(memory.getTotalThreadAllocatedBytes() - allocated).isLessThan(8_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"executor", "http-async"})
    void theBodiesOfAllRequestsTogetherHaveALimit(String strategy) {
        CountDownLatch gate = new CountDownLatch(1);
        String posts = "[{\"userId\":1,\"id\":1,\"title\":\"" + "long ".repeat(40_000) + "\"}]";
        try (RunningService small = new RunningService(upstream, "--max-body=250000", "--max-body-total=300000")) {
            String path = "/overview/" + strategy + "?sharedMemory=0&userId=1";
            upstream.behave("/posts", Behaviour.body(posts));
            upstream.behave("/comments", Behaviour.after(gate, Behaviour.body("[]")));
            upstream.requests().clear();
            var first = small.getAsync(path);
            Await.until("only the comments are missing", () -> upstream.requests().size() == 4
                    && upstream.busyConnections() == 1);
            Await.until("its bodies are in", () -> small.get(path).statusCode() == 503);
            gate.countDown();

            assertThat(first.join().statusCode()).isEqualTo(200);
            Await.until("there is room again", () -> small.get(path).statusCode() == 200);
        }
    }

    @Test
    void connectionsAreUsedAgain() {
        service.get("/overview/sequential?sharedMemory=0");
        int before = upstream.openConnections();

        for (int i = 0; i < 10; i++) {
            service.get("/overview/sequential?sharedMemory=0");
        }

        assertThat(upstream.openConnections()).isEqualTo(before);
    }
}
