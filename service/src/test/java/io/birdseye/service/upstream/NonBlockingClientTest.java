package io.birdseye.service.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.Plan;
import io.birdseye.service.server.TraceContext;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.strategy.executor.HttpAsyncDefaultClientStrategy;
import io.birdseye.strategy.virtual.VirtualThreadsDefaultClientStrategy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NonBlockingClientTest {

    private static final List<String> PATHS = List.of("/posts", "/comments", "/albums", "/photos");

    @AutoClose
    private final FakeUpstream upstream = new FakeUpstream();
    @AutoClose
    private final NonBlockingClient client = NonBlockingClient.start(
            new UpstreamClientSettings(URI.create(upstream.address()), Duration.ofSeconds(1), 100_000, 1_000_000_000, 1));

    @Test
    void aCallOnAConnectionOfThePoolIsTakenOffTheWire() {
        fetchAll(new Cancellation()).forEach(CompletableFuture::join);
        for (int round = 0; round < 3; round++) {
            upstream.behave("/comments", Behaviour.stall());
            Cancellation cancellation = new Cancellation();
            List<CompletableFuture<byte[]>> bodies = fetchAll(cancellation);
            Await.until("only one is left", () -> bodies.stream().filter(CompletableFuture::isDone).count() == 3);

            cancellation.cancel(new DeadlineExceeded(Duration.ofSeconds(1)));

            assertThat(bodies.get(1)).failsWithin(60, TimeUnit.SECONDS);
            Await.until("it is off the wire", () -> upstream.busyConnections() == 0);
        }
    }

    @Test
    void noConnectionIsLeftOfACallThatWasGivenUpWhileItConnected() {
        PATHS.forEach(path -> upstream.behave(path, Behaviour.stall()));
        for (int round = 0; round < 60; round++) {
            Cancellation cancellation = new Cancellation();
            List<CompletableFuture<byte[]>> bodies = fetchAll(cancellation);
            LockSupport.parkNanos(round * 50_000L);

            cancellation.cancel(new DeadlineExceeded(Duration.ofSeconds(1)));

            bodies.forEach(body -> assertThat(body).failsWithin(60, TimeUnit.SECONDS));
        }
        Await.until("all connections are closed", () -> upstream.openConnections() == 0);
    }

    private List<CompletableFuture<byte[]>> fetchAll(Cancellation cancellation) {
        List<CompletableFuture<byte[]>> bodies = new ArrayList<>();
        for (String path : PATHS) {
            bodies.add(client.fetch(new Plan.CallPlan(path.substring(1), path), cancellation, new GrowingBody.Budget(1_000_000).share(), TraceContext.NONE).toCompletableFuture());
        }
        return bodies;
    }

    /** What a naive strategy says of its library's default is what the library does. */
    @Test
    void apacheHttpClientOpensFiveConnectionsToAHostUnlessToldOtherwise() {
        assertThat(PoolingHttpClientConnectionManager.DEFAULT_MAX_CONNECTIONS_PER_ROUTE)
                .isEqualTo(VirtualThreadsDefaultClientStrategy.PER_HOST);
        try (PoolingHttpClientConnectionManager unset = new PoolingHttpClientConnectionManager()) {
            assertThat(unset.getDefaultMaxPerRoute()).isEqualTo(VirtualThreadsDefaultClientStrategy.PER_HOST);
            assertThat(unset.getMaxTotal()).as("as docs/reference/strategies.md says").isEqualTo(25);
        }
        try (PoolingAsyncClientConnectionManager unset = new PoolingAsyncClientConnectionManager()) {
            assertThat(unset.getDefaultMaxPerRoute()).isEqualTo(HttpAsyncDefaultClientStrategy.PER_HOST);
            assertThat(unset.getMaxTotal()).as("as docs/reference/strategies.md says").isEqualTo(25);
        }
    }
}
