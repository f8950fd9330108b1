package io.birdseye.loadtest.gatling;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * A service whose latencies are known in closed form: 40 ms and an exponential of mean 15 ms behind it. Each path meets
 * the middles of equal strata of it in a scattered order, so that any {@value #STRATA} requests in a row, or a multiple
 * of it, meet the whole distribution and nothing is left to the luck of the draw.
 */
final class KnownService implements AutoCloseable {

    static final int STRATA = 300;

    private static final int SCATTER = 107; // has no divisor in common with STRATA
    private static final byte[] ANSWER = {'{', '}'};

    static {
        // Without it every answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, AtomicInteger> arrivals = new ConcurrentHashMap<>();

    KnownService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                int arrival = arrivals.computeIfAbsent(exchange.getRequestURI().getPath(), path -> new AtomicInteger())
                        .getAndIncrement();
                Thread.sleep(Duration.ofNanos(Math.round(delayMs(arrival * SCATTER % STRATA) * 1e6)));
                exchange.sendResponseHeaders(200, ANSWER.length);
                exchange.getResponseBody().write(ANSWER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static double delayMs(int stratum) {
        return 40 - 15 * Math.log(1 - (stratum + 0.5) / STRATA);
    }

    /** The delay below which so many per cent of the requests stay. */
    static double percentileMs(double percent) {
        double[] delays = IntStream.range(0, STRATA).mapToDouble(KnownService::delayMs).toArray();
        return Percentile.of(delays, percent);
    }

    /** By nearest rank, from the definition; no histogram. */
    static final class Percentile {

        private Percentile() {}

        static double of(double[] values, double percent) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            return sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1];
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
