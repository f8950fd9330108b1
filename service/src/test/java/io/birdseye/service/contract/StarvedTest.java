package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Stderr;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.ThreadsOnHand;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@link Situation#NO_THREADS}: one service to which each strategy gets its first request while the system gives no
 * thread. No strategy has threads before that, and none uses those of another one.
 */
@Isolated // it looks at what the JVM shares
class StarvedTest {

    @AutoClose
    private static FakeUpstream upstream = new FakeUpstream();

    @AutoClose
    private static RunningService service = House.service(upstream, Duration.ofMinutes(1));

    static Stream<StrategyEntry> strategies() {
        return House.strategiesByDay();
    }

    @ParameterizedTest(name = "NO_THREADS: {0}")
    @MethodSource("strategies")
    void whereNoThreadIsLeftARequestIsRefusedAndTheNextOneAnswered(StrategyEntry entry) throws Exception {
        // The JVM's common pool, which is no strategy's own, has a thread for the next minute.
        CompletableFuture.runAsync(() -> {}).join();
        String stderr = Stderr.during(() -> {
            HttpResponse<String> starved;
            try (ThreadsOnHand.Limit limit = ThreadsOnHand.only(0)) {
                starved = service.get(House.path(entry.name()));
            }
            HttpResponse<String> next = service.get(House.path(entry.name()));
            assertThat(next.statusCode()).as(next.body()).isEqualTo(200);
            if (Situation.NO_THREADS.deviation(entry).isPresent()) {
                assertThat(starved.body()).isEqualTo(next.body());
            } else {
                RunningService.assertRefused(starved);
            }
            assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
            Await.until("no call is on the wire", () -> upstream.busyConnections() == 0);
        });
        assertThat(stderr).isEmpty();
    }
}
