package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.UnixOperatingSystemMXBean;
import io.birdseye.model.Budget;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.LiveThreads;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Upstreams with configurable faults behind two services: one whose deadline is short, and one that has all the time
 * that a test needs. After each situation it is the same as before: that is looked at here.
 */
final class House implements AutoCloseable {

    static final int IO = 4;
    static final int CPU = 2;
    static final int QUEUE = 8;
    private static final int SERVICES = 2;

    static final int MAX_BODY = 100_000;
    static final Duration DEADLINE = Duration.ofMillis(300);

    /**
     * Of the test's own client, of the JVM, and HTTP threads, which end when they have been idle for long. Grizzly leaves
     * {@code HttpServer-…} and {@code pool-…} behind when a server is closed before the JVM ends.
     */
    private static final Pattern OTHERS =
            Pattern.compile("(HttpClient-|http-\\d|HttpServer-|pool-\\d|surefire|main|process ).*");

    /** Descriptors that may be opened for good after the start: of the test's client and of class files. */
    private static final int SPARE_DESCRIPTORS = 32;

    private final FakeUpstream upstream = new FakeUpstream();
    private final RunningService quick = service(DEADLINE);
    private final RunningService patient = service(Duration.ofMinutes(1));
    private final String answer;
    private final Map<String, Long> threads;
    private final int connections;
    private final long descriptors;

    House() {
        for (StrategyEntry entry : strategies().toList()) {
            for (RunningService service : List.of(quick, patient)) {
                warmUp(service, entry);
            }
        }
        answer = patient.get(path("sequential")).body();
        threads = threads();
        // Pools start threads when they have a use for them, and may have all those that they declare.
        strategies().forEach(entry -> entry.threadsByPool(new Budget(IO, CPU, QUEUE))
                .forEach((pool, size) -> threads.merge(pool + "-#", SERVICES * (long) size, Math::max)));
        connections = upstream.openConnections() + SERVICES * IO;
        // A connection to the upstream has both its ends here.
        descriptors = openDescriptors() + 2 * SERVICES * IO + SPARE_DESCRIPTORS;
    }

    private static long openDescriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    static Stream<StrategyEntry> strategies() {
        return Strategies.load().all().stream().filter(entry -> !entry.name().startsWith("test-"));
    }

    private RunningService service(Duration deadline) {
        return service(upstream, deadline);
    }

    /** One more service with the same settings; it is closed by the caller. */
    static RunningService service(FakeUpstream upstream, Duration deadline) {
        return new RunningService(
                upstream,
                "--deadline=" + deadline.toMillis() + "ms",
                "--max-body=" + MAX_BODY,
                "--default-io=" + IO,
                "--default-cpu=" + CPU,
                "--default-max-in-flight=" + QUEUE,
                "--http-threads=20",
                "--max-pools=100");
    }

    /** As many requests as it takes in, so that all its threads and connections are there. */
    private static void warmUp(RunningService service, StrategyEntry entry) {
        for (int round = 0; round < 2; round++) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < QUEUE; i++) {
                answers.add(service.getAsync(path(entry.name())));
            }
            answers.forEach(CompletableFuture::join);
        }
    }

    FakeUpstream upstream() {
        return upstream;
    }

    /** The service whose deadline is {@link #DEADLINE}. */
    RunningService quick() {
        return quick;
    }

    /** The service whose deadline plays no part. */
    RunningService patient() {
        return patient;
    }

    static String path(String strategy) {
        return "/overview/" + strategy + "?sharedMemory=0&userId=3&factor=7";
    }

    /** What {@link #path} brings when all is well. */
    String answer() {
        return answer;
    }

    /** A client that asks and can leave at any time. */
    Socket ask(RunningService service, StrategyEntry entry) throws IOException {
        Socket socket = service.connect();
        socket.getOutputStream().write(request(entry, "").getBytes(US_ASCII));
        return socket;
    }

    /** @param headers more of them, each with its end of line */
    static String request(StrategyEntry entry, String headers) {
        return "GET " + path(entry.name()) + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
    }

    /** What a service tells of its running strategy. */
    static JsonNode reached(RunningService service, StrategyEntry entry) {
        for (JsonNode pool : service.json("/internal/resources").get("concurrency")) {
            if (pool.get("strategy").stringValue().equals(entry.name())) {
                return pool;
            }
        }
        throw new AssertionError(entry + " does not run");
    }

    static int inProgress(RunningService service, StrategyEntry entry) {
        return reached(service, entry).get("inProgress").intValue();
    }

    /** Requests for which there was no room. */
    static int refused(RunningService service) {
        return service.json("/internal/resources").at("/requests/refused").intValue();
    }

    /** How many clients of a strategy have left, as the service has noticed. */
    static int left(RunningService service, StrategyEntry entry) {
        Matcher count = Pattern.compile("duration_seconds_count\\{.*status_code=\"499\".*,strategy=\"" + entry
                        + "\".*} (\\d+)")
                .matcher(service.get("/metrics").body());
        return count.find() ? Integer.parseInt(count.group(1)) : 0;
    }

    /** Permits, work in flight, threads and sockets are back where they were, and the next request succeeds. */
    void settle(StrategyEntry entry) {
        upstream.behaveWell();
        AtomicReference<List<String>> left = new AtomicReference<>(List.of());
        try {
            Await.until("all is as it was before", () -> {
                left.set(unsettled());
                return left.get().isEmpty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ", but " + left, e);
        }
        Await.until("the next request succeeds", () -> succeeds(quick, entry) && succeeds(patient, entry));
        upstream.requests().clear();
    }

    private boolean succeeds(RunningService service, StrategyEntry entry) {
        HttpResponse<String> next = service.get(path(entry.name()));
        return next.statusCode() == 200 && next.body().equals(answer);
    }

    private List<String> unsettled() {
        List<String> left = new ArrayList<>();
        for (RunningService service : List.of(quick, patient)) {
            HttpResponse<String> told = service.get("/internal/resources");
            if (told.statusCode() != 200) {
                // As long as the situation lasts the service may be too busy to tell.
                left.add("resources are answered with " + told.statusCode() + ": " + told.body());
                continue;
            }
            JsonNode resources = RunningService.parse(told);
            int inProgress = resources.at("/requests/inProgress").intValue();
            if (inProgress > 0) {
                left.add(inProgress + " requests are in progress");
            }
            for (JsonNode pool : resources.get("concurrency")) {
                if (Stream.of("inProgress", "ioRunning", "cpuRunning").anyMatch(count -> pool.get(count)
                                .intValue()
                        != 0)) {
                    left.add(pool.toString());
                }
            }
        }
        if (upstream.busyConnections() > 0 || upstream.openConnections() > connections) {
            left.add(upstream.busyConnections() + " calls are on the wire and " + upstream.openConnections()
                    + " connections open, where there were " + connections);
        }
        long open = openDescriptors();
        if (open > descriptors) {
            left.add(open + " descriptors are open, where there may be " + descriptors);
        }
        threads().forEach((name, count) -> {
            if (count > threads.getOrDefault(name, 0L)) {
                left.add(count + " threads " + name + ", where there were " + threads.getOrDefault(name, 0L));
            }
        });
        return left;
    }

    /** How many threads there are of each name, numbers in it aside. */
    private static Map<String, Long> threads() {
        // The upstream's virtual threads have no name; there is one for each connection.
        Stream<String> virtual = LiveThreads.virtual().stream().filter(name -> !name.isEmpty());
        return Stream.concat(LiveThreads.platform().stream().map(Thread::getName), virtual)
                .filter(name -> !OTHERS.matcher(name).matches())
                .map(name -> name.replaceFirst("-\\d+( .*)?$", "-#"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    @Override
    public void close() {
        quick.close();
        patient.close();
        upstream.close();
    }
}
