package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RawHttp;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.StrategyEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A process that may hold 256 descriptors, and has loaded only the classes of its start, gets more clients at once than
 * it may have connections, for a few strategies at a time.
 */
class FewDescriptorsTest {

    private static final int CLIENTS = 200;
    private static final int AT_ONCE = 12;

    @Test
    void everyStrategyAnswersOrRefusesAndThenIsAsBefore() throws Exception {
        try (FakeUpstream upstream = new FakeUpstream();
                ServiceProcess service = ServiceProcess.limited(
                        "-n 256", upstream, "--memory-sizes=0", "--deadline=20s", "--max-pools=100");
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            int port = URI.create(service.address()).getPort();
            for (String path : List.of("/posts", "/comments", "/albums", "/photos")) {
                upstream.behave(path, FakeUpstream.dribbling(path, 1, Duration.ofMillis(50)));
            }
            Map<Integer, Integer> all = new TreeMap<>();
            List<StrategyEntry> strategies = House.strategies().toList();
            for (int i = 0; i < strategies.size(); i += AT_ONCE) {
                List<StrategyEntry> some = strategies.subList(i, Math.min(i + AT_ONCE, strategies.size()));
                Map<Integer, Integer> statuses = storm(clients, port, some);
                assertThat(statuses.keySet()).as("%s", some).isSubsetOf(0, 200, 503);
                statuses.forEach((status, count) -> all.merge(status, count, Integer::sum));
                for (StrategyEntry entry : some) {
                    Await.until(entry + " answers", () -> ask(port, path(entry)) == 200);
                }
            }
            assertThat(all.keySet()).as("%s", all).contains(200, 503);
            assertThat(ask(port, "/health/ready")).isEqualTo(200);
            assertThat(ask(port, "/metrics")).isEqualTo(200);
            assertThat(ask(port, "/internal/resources")).isEqualTo(200);
        }
    }

    /** More I/O threads than calls get descriptors. */
    private static String path(StrategyEntry entry) {
        return "/overview/" + entry + "?sharedMemory=0&userId=3&factor=7&ioPoolSize=64";
    }

    /** How often each status came. A connection that was closed without an answer counts as status 0. */
    private static Map<Integer, Integer> storm(ExecutorService clients, int port, List<StrategyEntry> strategies)
            throws Exception {
        List<Future<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            StrategyEntry entry = strategies.get(i % strategies.size());
            answers.add(clients.submit(() -> ask(port, path(entry))));
        }
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (Future<Integer> answer : answers) {
            statuses.merge(answer.get(), 1, Integer::sum);
        }
        return statuses;
    }

    private static int ask(int port, String path) {
        try {
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            List<Integer> statuses = RawHttp.statuses(RawHttp.ask(port, request));
            return statuses.isEmpty() ? 0 : statuses.getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
