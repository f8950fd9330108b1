package io.birdseye.loadtest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.birdseye.model.process.SelfReport;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntToDoubleFunction;

/** A service whose strategies do what their name says, after a delay that is known. It passes for mock-api, too. */
public final class FakeService implements AutoCloseable {

    private static final long TOO_LARGE = 2L << 30;
    private static final String RIGHT = FakeAnswers.overview(7);

    static {
        // Without it every answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final List<Integer> CALLS = List.of(50, 10, 40, 20, 30);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private final AtomicLong requests = new AtomicLong();
    private final Semaphore arrivals = new Semaphore(0);
    private final Object oneAtATime = new Object();
    private final AtomicLong cpuNanos = new AtomicLong(1_000_000_000);
    private final Map<String, AtomicInteger> perStrategy = new ConcurrentHashMap<>();
    private final Map<String, Integer> firstTraced = new ConcurrentHashMap<>();
    private final IntToDoubleFunction delayMillis;

    public FakeService(int port, long delayMillis) throws IOException {
        this(port, arrival -> delayMillis);
    }

    /** @param delayMillis of the arrivals of a strategy, counted from 0 */
    public FakeService(int port, IntToDoubleFunction delayMillis) throws IOException {
        this.delayMillis = delayMillis;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public long requests() {
        return requests.get();
    }

    /** Waits for so many more requests. */
    public void awaitArrivals(int count) throws InterruptedException {
        arrivals.drainPermits();
        if (!arrivals.tryAcquire(count, 20, TimeUnit.SECONDS)) {
            throw new AssertionError("no requests arrive any more");
        }
    }

    /** No request begins or ends until the returned handle is closed. */
    public AutoCloseable freeze() {
        gate.writeLock().lock();
        return gate.writeLock()::unlock;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.startsWith("/overview/")) {
                overview(exchange, path.substring("/overview/".length()));
            } else if (path.startsWith("/trace/")) {
                trace(exchange, path.substring("/trace/".length()));
            } else if (path.equals("/strategies")) {
                answer(exchange, 200, FakeAnswers.strategies());
            } else if (path.equals("/internal/resources")) {
                answer(exchange, 200, FakeAnswers.resources(requests.get(), cpuNanos.addAndGet(50_000_000)));
            } else if (path.equals("/internal/resources/reset") || path.startsWith("/health/")
                    || path.equals("/__admin/health")) {
                answer(exchange, 200, "{}");
            } else if (path.equals("/internal/process") || path.equals("/__admin/process")) {
                answer(exchange, 200, ResultsFile.JSON.writeValueAsString(SelfReport.now()));
            } else {
                answer(exchange, 404, "{}");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void overview(HttpExchange exchange, String strategy) throws IOException, InterruptedException {
        requests.incrementAndGet();
        arrivals.release();
        int count = perStrategy.computeIfAbsent(strategy, name -> new AtomicInteger()).incrementAndGet();
        if (strategy.equals("failing")) {
            fail(exchange, count % 7);
            return;
        }
        Duration delay = Duration.ofNanos(Math.round(delayMillis.applyAsDouble(count - 1) * 1e6));
        synchronized (strategy.equals("narrow") ? oneAtATime : new Object()) {
            Thread.sleep(delay);
        }
        gate.readLock().lock();
        gate.readLock().unlock();
        switch (strategy) {
            case "wrong" -> answer(exchange, 200, FakeAnswers.overview(8).replace("\"factor\":8", "\"factor\":7"));
            case "empty", "independent" -> answer(exchange, 200, "{}");
            case "dying" -> {
                if (count > 40) {
                    Runtime.getRuntime().halt(3);
                }
                answer(exchange, 200, RIGHT);
            }
            default -> answer(exchange, 200, RIGHT);
        }
    }

    /** Of calls that take made-up times; it notes in the name of a thread how many overviews came since the first trace. */
    private void trace(HttpExchange exchange, String strategy) throws IOException {
        int overviews = perStrategy.computeIfAbsent(strategy, name -> new AtomicInteger()).get();
        int first = firstTraced.computeIfAbsent(strategy, name -> overviews);
        int count = perStrategy.computeIfAbsent("traces of " + strategy, name -> new AtomicInteger()).getAndIncrement();
        if (strategy.equals("full") && count >= CALLS.size()) {
            answer(exchange, 503, "{}");
        } else {
            answer(exchange, 200, FakeAnswers.trace(strategy, overviews - first, CALLS.get(count % CALLS.size())));
        }
    }

    private static void fail(HttpExchange exchange, int kind) throws IOException, InterruptedException {
        switch (kind) {
            case 0 -> answer(exchange, 503, "{}");
            case 1 -> answer(exchange, 200, RIGHT.substring(0, 500));
            case 2 -> exchange.close();
            case 3 -> {
                Thread.sleep(4_000); // longer than the client waits
                answer(exchange, 200, RIGHT);
            }
            case 4 -> stream(exchange, TOO_LARGE, new byte[1 << 20], 0);
            case 5 -> stream(exchange, 0, new byte[1], 50); // without end
            default -> answer(exchange, 200, RIGHT);
        }
    }

    /** Writes until the client leaves. */
    private static void stream(HttpExchange exchange, long length, byte[] part, long pauseMillis)
            throws IOException, InterruptedException {
        exchange.sendResponseHeaders(200, length);
        while (true) {
            exchange.getResponseBody().write(part);
            exchange.getResponseBody().flush();
            Thread.sleep(pauseMillis);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Server-Timing", FakeAnswers.SERVER_TIMING);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
