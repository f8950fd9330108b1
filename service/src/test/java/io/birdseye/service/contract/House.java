package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.UnixOperatingSystemMXBean;
import io.birdseye.model.Budget;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.service.TestSettings;
import io.birdseye.service.server.Problem;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.LiveThreads;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Upstreams with configurable faults behind two services: one whose deadline is short, and one that has all the time
 * that a test needs. After each situation it is the same as before: that is looked at here.
 */
final class House implements AutoCloseable {

    static final List<String> PATHS = List.of("/posts", "/comments", "/albums", "/photos");
    static final int IO = 4;
    static final int CPU = 2;
    static final int QUEUE = 8;
    private static final int SERVICES = 2;

    static final int MAX_BODY = 100_000;
    static final Duration DEADLINE = Duration.ofMillis(300);

    /**
     * Of the test's own client, of JUnit, of the JVM, and HTTP threads, which end when they have been idle for long. Grizzly leaves
     * {@code HttpServer-…} and {@code pool-…} behind when a server is closed before the JVM ends.
     * The common pool is the JVM's: it adds workers for those that wait, and keeps them for a minute.
     */
    private static final Pattern OTHERS =
            Pattern.compile("(HttpClient-|http-\\d|HttpServer-|pool-\\d|ForkJoinPool-\\d+-worker|ForkJoinPool\\.commonPool-worker|surefire|main|process ).*");

    /** Descriptors that may be opened for good after the start: of the test's client and of class files. */
    private static final int SPARE_DESCRIPTORS = 32;

    private final FakeUpstream upstream = new FakeUpstream();
    private final RunningService quick = service(DEADLINE);
    private final RunningService patient = service(Duration.ofMinutes(1));
    private final String answer = patient.get(path("sequential")).body();
    private final int idle;
    private final Set<StrategyEntry> running = new LinkedHashSet<>();
    private Map<String, Long> threads = Map.of();
    private int connections;
    private long descriptors;

    /** @param atOnce how many strategies are asked at once, each of which may leave as many idle connections as it has calls */
    House(int atOnce) {
        idle = SERVICES * IO * atOnce;
    }

    /** Called before a situation: the strategies run, and have the threads and connections that they keep. */
    void ready(List<StrategyEntry> strategies) {
        quiet();
        List<StrategyEntry> fresh = strategies.stream().filter(running::add).toList();
        if (fresh.isEmpty()) {
            return;
        }
        for (StrategyEntry entry : fresh) {
            warmUp(quick, entry);
            warmUp(patient, entry);
        }
        threads = threads(true);
        // Pools start threads when they have a use for them, and may have all those that they declare.
        running.forEach(entry -> entry.threadsByPool(new Budget(IO, CPU, QUEUE))
                .forEach((pool, size) -> threads.merge(pool + "-#", SERVICES * (long) size, Math::max)));
        connections = upstream.openConnections() + idle;
        // A connection to the upstream has both its ends here.
        descriptors = openDescriptors() + 2 * idle + SPARE_DESCRIPTORS;
        upstream.requests().clear();
    }

    private static long openDescriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    static Stream<StrategyEntry> strategies() {
        return Strategies.load().all().stream().filter(entry -> !entry.name().startsWith("test-"));
    }

    /** All of them behind the service's own server, and one of each kind of waiting behind another one. */
    static Stream<StrategyEntry> strategiesByDay() {
        return TestSettings.HOST.equals("grizzly") ? strategies() : oneOfEachKind();
    }

    /** The first strategy in which the HTTP thread waits, the first in which a thread of a pool does, and so on. */
    static Stream<StrategyEntry> oneOfEachKind() {
        return strategies()
                .collect(Collectors.toMap(entry -> entry.info().waiter(), entry -> entry, (first, other) -> first, TreeMap::new))
                .values().stream();
    }

    /** One request to each strategy, all at once. */
    static Map<String, HttpResponse<String>> ask(RunningService service, List<StrategyEntry> strategies) {
        Map<String, CompletableFuture<HttpResponse<String>>> asked = new TreeMap<>();
        strategies.forEach(entry -> asked.put(entry.name(), service.getAsync(path(entry.name()))));
        Map<String, HttpResponse<String>> answers = new TreeMap<>();
        asked.forEach((strategy, response) -> {
            try {
                answers.put(strategy, response.get(Await.LONG.toSeconds(), TimeUnit.SECONDS));
            } catch (ExecutionException | InterruptedException | TimeoutException e) {
                throw new AssertionError(strategy + " gave no answer", e);
            }
        });
        return answers;
    }

    private RunningService service(Duration deadline) {
        return service(upstream, deadline);
    }

    /** One more service with the same settings; it is closed by the caller. */
    static RunningService service(FakeUpstream upstream, Duration deadline) {
        return new RunningService(
                upstream, "--deadline=" + deadline.toMillis() + "ms", "--max-body=" + MAX_BODY, "--default-io=" + IO,
                "--default-cpu=" + CPU, "--default-max-in-flight=" + QUEUE, "--http-threads=40", "--max-pools=100");
    }

    /** As many requests as it takes in, so that all its threads and connections are there. */
    private static void warmUp(RunningService service, StrategyEntry entry) {
        for (int round = 0; round < 2; round++) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < QUEUE; i++) {
                answers.add(service.getAsync(path(entry.name())));
            }
            // On a busy machine the quick service gives some of them up.
            answers.forEach(answer -> answer.handle((response, failure) -> response).join());
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

    Socket ask(RunningService service, StrategyEntry entry) throws IOException {
        Socket socket = service.connect();
        socket.getOutputStream().write(request(entry, "").getBytes(US_ASCII));
        return socket;
    }

    /** @param headers more of them, each with its end of line */
    static String request(StrategyEntry entry, String headers) {
        return "GET " + path(entry.name()) + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
    }

    /** What a running strategy does now. */
    static ServiceUse.Concurrency running(RunningService service, StrategyEntry entry) {
        return service.reached().stream()
                .filter(pool -> pool.strategy().equals(entry.name()))
                .map(ServiceUse.Pool::running)
                .findFirst().orElseThrow(() -> new AssertionError(entry + " does not run"));
    }

    /** How many clients of a strategy have left, as the service has noticed. */
    static long left(RunningService service, StrategyEntry entry) {
        return service.ended(entry.name(), Problem.CLIENT_CLOSED_REQUEST);
    }

    /** Permits, work in flight, threads and sockets are back where they were, and the next requests succeed. */
    void settle(List<StrategyEntry> strategies) {
        quiet();
        boolean virtual = strategies.stream().anyMatch(entry -> entry.info().waiter() == StrategyInfo.Waiter.VIRTUAL_THREAD);
        await(() -> leftBehind(virtual));
        Await.until("the next requests succeed", () -> areRight(quick, strategies) && areRight(patient, strategies));
        upstream.requests().clear();
    }

    /** A busy machine may miss the deadline of the quick service, or get no answer at all in time. */
    private boolean areRight(RunningService service, List<StrategyEntry> strategies) {
        try {
            return ask(service, strategies).values().stream().allMatch(next -> next.body().equals(answer));
        } catch (AssertionError e) {
            return false;
        }
    }

    /** No request is in progress, and no call is on the wire. */
    void quiet() {
        upstream.behaveWell();
        await(this::inProgress);
        upstream.requests().clear();
    }

    private static void await(Supplier<List<String>> left) {
        AtomicReference<List<String>> last = new AtomicReference<>(List.of());
        try {
            Await.until("all is as it was before", () -> {
                last.set(left.get());
                return last.get().isEmpty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ", but " + last, e);
        }
    }

    private List<String> inProgress() {
        List<String> left = new ArrayList<>();
        for (RunningService service : List.of(quick, patient)) {
            if (service.requests().inProgress() > 0) {
                left.add(service.requests() + " are in progress");
            }
            service.reached().stream()
                    .filter(pool -> !pool.running().equals(new ServiceUse.Concurrency(0, 0, 0)))
                    .forEach(pool -> left.add(pool.toString()));
        }
        if (upstream.busyConnections() > 0) {
            left.add(upstream.busyConnections() + " calls are on the wire");
        }
        return left;
    }

    private List<String> leftBehind(boolean virtual) {
        List<String> left = new ArrayList<>();
        if (upstream.openConnections() > connections) {
            left.add(upstream.openConnections() + " connections are open, where there may be " + connections);
        }
        long open = openDescriptors();
        if (open > descriptors) {
            left.add(open + " descriptors are open, where there may be " + descriptors);
        }
        threads(virtual).forEach((name, count) -> {
            if (count > threads.getOrDefault(name, 0L)) {
                left.add(count + " threads " + name + ", where there were " + threads.getOrDefault(name, 0L));
            }
        });
        return left;
    }

    /**
     * How many threads there are of each name, numbers in it aside.
     *
     * @param virtual whether to look at virtual threads too: only a dump of all threads has them, which takes long
     */
    private static Map<String, Long> threads(boolean virtual) {
        // The upstream's virtual threads have no name; there is one for each connection.
        Stream<String> others = virtual ? LiveThreads.virtual().stream().filter(name -> !name.isEmpty()) : Stream.empty();
        return Stream.concat(LiveThreads.platform().stream().map(Thread::getName), others)
                .filter(name -> !OTHERS.matcher(name).matches())
                .map(name -> name.replaceFirst("-\\d+( .*)?$", "-#"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    /** Looks once more whether anything is left behind, virtual threads of whatever strategy included. */
    @Override
    public void close() {
        try (upstream; patient; quick) {
            if (!running.isEmpty()) {
                quiet();
                await(() -> leftBehind(true));
            }
        }
    }
}
