package io.birdseye.loadtest.trial;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Mixed faults over all strategies for as long as one likes. In each round the upstreams have one fault, and every
 * strategy serves some requests beside the others: each must end as that fault demands, and an answer must
 * be right to the byte. Afterwards nothing may be left: no request, no call, no thread, no socket, no memory.
 */
public final class Soak {

    private static final int REQUESTS = 3;
    private static final Duration LEAVES_AFTER = Duration.ofMillis(15);
    private static final Duration HANGS = Duration.ofSeconds(20);
    private static final Pattern HEAP = Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\",[^}]*} ([0-9.E+]+)");

    /**
     * When no idle connection is open any more. The service looks each 10 s for those to the upstreams that were idle
     * for 30 s, and the client here keeps its own for 30 s. How many there are before that, 30 to 130, is a matter of
     * the last fault alone.
     */
    private static final Duration IDLE_CONNECTIONS_CLOSED = Duration.ofSeconds(45);

    /** What may be more at the end than after the first rounds: pools start threads when they have a use for them. */
    private static final int MORE_THREADS = 20;

    private static final int MORE_DESCRIPTORS = 10;
    private static final double MORE_HEAP_MEGABYTES = 64;

    /** What the mock is told, and what must come of it; a client that leaves sees no status. */
    private record Fault(String name, String settings, Set<Integer> allowed, boolean clientLeaves) {}

    private static final List<Fault> FAULTS = faults();

    private final ComparisonSettings settings;
    private final Programs programs;
    private final Duration duration;
    private final Consumer<String> screen;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Map<String, LongAdder>> counts = new TreeMap<>();
    private final Set<String> wrong = ConcurrentHashMap.newKeySet();
    private final Semaphore atOnce = new Semaphore(4 * Runtime.getRuntime().availableProcessors(), true);
    private String expected = "";

    /** @param settings whose deadline is that of all requests */
    public Soak(ComparisonSettings settings, Programs programs, Duration duration, Consumer<String> screen) {
        this.settings = settings;
        this.programs = programs;
        this.duration = duration;
        this.screen = screen;
    }

    private static List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        Set<Integer> good = Set.of(200);
        Set<Integer> badGateway = Set.of(502);
        faults.add(new Fault("none", "{}", good, false));
        faults.add(new Fault("slow", "{\"default\":{\"fixedDelayMilliseconds\":40}}", good, false));
        faults.add(new Fault(
                "dribble",
                "{\"default\":{\"chunkedDribbleDelay\":{\"numberOfChunks\":4,\"totalDuration\":60}}}",
                good,
                false));
        faults.add(new Fault("client leaves", "{\"default\":{\"fixedDelayMilliseconds\":200}}", Set.of(), true));
        for (String route : List.of("posts", "comments", "albums", "photos")) {
            faults.add(fault("status 500", route, "\"status\":500", badGateway));
            faults.add(fault("stall", route, "\"fixedDelayMilliseconds\":60000", Set.of(504)));
            for (String kind : List.of(
                    "EMPTY_RESPONSE", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE", "CONNECTION_RESET_BY_PEER")) {
                faults.add(fault(kind.toLowerCase(Locale.ROOT), route, "\"fault\":\"" + kind + "\"", badGateway));
            }
            faults.add(fault(
                    "status 503 now and then", route, "\"status\":503,\"statusProbability\":0.5", Set.of(200, 502)));
        }
        return List.copyOf(faults);
    }

    private static Fault fault(String name, String route, String behaviour, Set<Integer> allowed) {
        return new Fault(name + " at " + route, "{\"routes\":{\"" + route + "\":{" + behaviour + "}}}", allowed, false);
    }

    private record Left(int threads, int descriptors, double heapMegabytes) {}

    /**
     * Runs for as long as was asked for, and some seconds more.
     *
     * @return whether nothing was wrong
     * @throws TrialFailure if a program does not start or dies
     */
    public boolean run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        try (Stage stage = new Stage(settings, programs, store)) {
            Stage.Running mock = stage.mock();
            Stage.Running service = stage.service("soak-service", mock.url());
            try (ChildProcess process = service.process();
                    ServiceClient client = new ServiceClient(service.url())) {
                Random random = new Random(settings.seed());
                tell(mock, FAULTS.getFirst());
                expected = get(url(service, stage, settings.strategies().getFirst())).body();
                long rounds = 0;
                warmUp(mock, service, stage, process);
                Left before = left(service, client, process.pid());
                long end = System.nanoTime() + duration.toNanos();
                while (System.nanoTime() < end) {
                    round(FAULTS.get(random.nextInt(FAULTS.size())), mock, service, stage, process);
                    rounds++;
                    if (rounds % 100 == 0) {
                        screen.accept(rounds + " rounds, " + Math.max(0, (end - System.nanoTime()) / 1_000_000_000L)
                                + " s left, " + wrong.size() + " findings");
                    }
                }
                round(FAULTS.getFirst(), mock, service, stage, process);
                compare(before, left(service, client, process.pid()));
                report(rounds);
                return wrong.isEmpty();
            }
        } finally {
            http.shutdownNow();
        }
    }

    /** Every fault once, and judged afterwards only: the first requests load classes, and may well come too late. */
    private void warmUp(Stage.Running mock, Stage.Running service, Stage stage, ChildProcess process)
            throws TrialFailure, IOException, InterruptedException {
        for (String strategy : settings.strategies()) {
            HttpResponse<String> _ = get(url(service, stage, strategy));
        }
        for (Fault fault : FAULTS) {
            round(fault, mock, service, stage, process);
        }
        counts.clear();
        wrong.removeIf(finding -> finding.contains("status 504"));
    }

    private static String url(Stage.Running service, Stage stage, String strategy) {
        return service.url() + stage.request(strategy).pathAndQuery() + "&userId=3&factor=7";
    }

    private void round(Fault fault, Stage.Running mock, Stage.Running service, Stage stage, ChildProcess process)
            throws TrialFailure, IOException, InterruptedException {
        process.requireAlive();
        tell(mock, fault);
        List<Thread> clients = new ArrayList<>();
        for (String strategy : settings.strategies()) {
            Map<String, LongAdder> mine = counts.computeIfAbsent(strategy, name -> new ConcurrentHashMap<>());
            String url = url(service, stage, strategy);
            clients.add(Thread.ofVirtual().start(() -> ask(strategy, fault, url, mine)));
        }
        for (Thread client : clients) {
            if (!client.join(HANGS.multipliedBy(REQUESTS))) {
                wrong.add("a request hangs under '" + fault.name() + "'");
                client.interrupt();
            }
        }
    }

    private void ask(String strategy, Fault fault, String url, Map<String, LongAdder> mine) {
        boolean waits = fault.allowed().contains(504);
        for (int i = 0; i < (waits ? 1 : REQUESTS); i++) {
            // Whoever waits for its deadline needs nothing; the others would make one another miss theirs.
            if (!waits) {
                atOnce.acquireUninterruptibly();
            }
            try {
                String outcome = fault.clientLeaves() ? leave(url) : outcome(strategy, fault, url);
                mine.computeIfAbsent(outcome, name -> new LongAdder()).increment();
            } finally {
                if (!waits) {
                    atOnce.release();
                }
            }
        }
    }

    private String outcome(String strategy, Fault fault, String url) {
        HttpResponse<String> response;
        try {
            response = http.sendAsync(request(url), HttpResponse.BodyHandlers.ofString())
                    .get(HANGS.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            wrong.add(strategy + " under '" + fault.name() + "': " + e);
            return "no answer";
        } catch (InterruptedException e) {
            return "no answer";
        }
        int status = response.statusCode();
        if (!fault.allowed().contains(status)) {
            wrong.add(strategy + " under '" + fault.name() + "': status " + status + ", " + response.body());
        } else if (status == 200 && !response.body().equals(expected)) {
            wrong.add(strategy + " under '" + fault.name() + "': a wrong answer");
        }
        return Integer.toString(status);
    }

    /** Goes away before the answer can be there. */
    private String leave(String url) {
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request(url), HttpResponse.BodyHandlers.ofString());
        try {
            HttpResponse<String> _ = answer.get(LEAVES_AFTER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | InterruptedException e) {
            // As it was meant to be.
        }
        boolean _ = answer.cancel(true);
        return "left";
    }

    private static HttpRequest request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).build();
    }

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return http.send(request(url), HttpResponse.BodyHandlers.ofString());
    }

    private void tell(Stage.Running mock, Fault fault) throws TrialFailure, IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(mock.url() + "/__admin/settings"))
                        .PUT(HttpRequest.BodyPublishers.ofString(fault.settings()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new TrialFailure("mock-api refuses '" + fault.name() + "': " + answer.body());
        }
    }

    /** What there is when nothing is in progress and no connection is kept, after a collection. */
    private Left left(Stage.Running service, ServiceClient client, long pid)
            throws TrialFailure, IOException, InterruptedException {
        long patience = System.nanoTime() + HANGS.toNanos();
        ServiceClient.ResourcesView.Counts requests = client.resources().requests();
        while (requests.started() != requests.finished() && System.nanoTime() < patience) {
            Thread.sleep(50);
            requests = client.resources().requests();
        }
        if (requests.started() != requests.finished()) {
            wrong.add((requests.started() - requests.finished()) + " requests never end");
        }
        screen.accept(IDLE_CONNECTIONS_CLOSED.toSeconds() + " s of rest, until idle connections are closed");
        Thread.sleep(IDLE_CONNECTIONS_CLOSED);
        int exit = new ProcessBuilder(
                        programs.java().resolveSibling("jcmd").toString(), Long.toString(pid), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        Matcher heap = HEAP.matcher(get(service.url() + "/metrics").body());
        double bytes = 0;
        while (heap.find()) {
            bytes += Double.parseDouble(heap.group(1));
        }
        return new Left(threads(pid), descriptors(pid), exit == 0 ? bytes / 1e6 : 0);
    }

    private static int threads(long pid) throws IOException {
        return entries(Path.of("/proc/" + pid + "/task"));
    }

    private static int descriptors(long pid) throws IOException {
        return entries(Path.of("/proc/" + pid + "/fd"));
    }

    /** 0 where there is no such folder: another system than Linux. */
    private static int entries(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return (int) files.count();
        }
    }

    private void compare(Left before, Left after) {
        screen.accept(String.format(
                Locale.ROOT,
                "before: %d threads, %d descriptors, %.0f MB of heap; after: %d, %d, %.0f MB",
                before.threads(), before.descriptors(), before.heapMegabytes(),
                after.threads(), after.descriptors(), after.heapMegabytes()));
        if (after.threads() > before.threads() + MORE_THREADS) {
            wrong.add("threads are left: " + after.threads() + ", and there were " + before.threads());
        }
        if (after.descriptors() > before.descriptors() + MORE_DESCRIPTORS) {
            wrong.add("descriptors are left: " + after.descriptors() + ", and there were " + before.descriptors());
        }
        if (after.heapMegabytes() > before.heapMegabytes() + MORE_HEAP_MEGABYTES) {
            wrong.add("memory is left: " + after.heapMegabytes() + " MB, and there were " + before.heapMegabytes());
        }
    }

    private void report(long rounds) {
        List<String> outcomes = counts.values().stream()
                .flatMap(mine -> mine.keySet().stream())
                .distinct()
                .sorted()
                .toList();
        StringBuilder head = new StringBuilder("%-26s".formatted("strategy"));
        outcomes.forEach(outcome -> head.append("%12s".formatted(outcome)));
        screen.accept(head.toString());
        long[] sums = new long[outcomes.size()];
        counts.forEach((strategy, mine) -> {
            StringBuilder line = new StringBuilder("%-26s".formatted(strategy));
            for (int i = 0; i < outcomes.size(); i++) {
                LongAdder count = mine.get(outcomes.get(i));
                long number = count == null ? 0 : count.sum();
                sums[i] += number;
                line.append("%12d".formatted(number));
            }
            screen.accept(line.toString());
        });
        StringBuilder total = new StringBuilder("%-26s".formatted("all"));
        Arrays.stream(sums).forEach(sum -> total.append("%12d".formatted(sum)));
        screen.accept(total.toString());
        screen.accept(rounds + " rounds of faults; " + (wrong.isEmpty() ? "nothing was wrong" : wrong.size() + " findings:"));
        wrong.stream().sorted().limit(50).forEach(finding -> screen.accept("  " + finding));
    }
}
