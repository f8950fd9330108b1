package io.birdseye.loadtest.recipe;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.Format;
import io.birdseye.model.process.ServiceUse.Requests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Mixed faults over all strategies for as long as one likes, and two minutes. In each round the upstreams have one
 * fault: each request must end as it demands within the service's deadline, and a right answer be right to the byte.
 * Afterwards no request, thread, socket or memory may be left.
 */
public record Soak(Served served, Duration duration, long seed, Path out, Programs programs, Consumer<String> screen) {

    /**
     * When no idle connection is open any more: service and client keep theirs for 30 s, and the service looks each 10
     * s. Before that there are 30 to 130, which depends on the last fault alone.
     */
    private static final Duration IDLE_CONNECTIONS_CLOSED = Duration.ofSeconds(45);

    /** A request that has no end by then has none. */
    private static final Duration HANGS = Duration.ofSeconds(20);

    private static final int REQUESTS = 3;
    private static final Duration LEAVES_AFTER = Duration.ofMillis(15);
    private static final int USER_ID = 3;
    private static final int FACTOR = 7;
    private static final Pattern HEAP = Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\",[^}]*} ([0-9.E+]+)");

    /** What may be more at the end than before: pools start threads when they have a use for them. */
    private static final int MORE_THREADS = 20;

    private static final int MORE_DESCRIPTORS = 10;
    private static final double MORE_HEAP_MEGABYTES = 64;

    /** Whether nothing was wrong. */
    public boolean run() throws TrialFailure, IOException, InterruptedException {
        try (TestBed testBed = new TestBed(seed, programs, out);
                Program service = testBed.service(served, "soak-service");
                ServiceClient client = new ServiceClient(service.url());
                MockClient mock = new MockClient(testBed.mock(served.work(), 0).url())) {
            mock.settings(SoakFault.NONE.settings());
            // The first requests load classes, and may well come too late.
            List<byte[]> answers = new ArrayList<>();
            for (String strategy : served.strategies()) {
                answers.add(client.send(path(strategy)).body());
            }
            return new Rounds(testBed, service, client, mock, answers.getFirst()).run();
        }
    }

    private String path(String strategy) {
        return served.request(strategy).fixed(USER_ID, FACTOR).pathAndQuery();
    }

    /** What a service holds idle, after a collection; threads and descriptors are 0 where the system does not tell. */
    record Leftovers(int threads, int descriptors, double heapMegabytes) {

        List<String> moreThan(Leftovers before) {
            List<String> more = new ArrayList<>();
            if (threads > before.threads + MORE_THREADS) {
                more.add("threads are left: " + threads + ", and there were " + before.threads);
            }
            if (descriptors > before.descriptors + MORE_DESCRIPTORS) {
                more.add("descriptors are left: " + descriptors + ", and there were " + before.descriptors);
            }
            if (heapMegabytes > before.heapMegabytes + MORE_HEAP_MEGABYTES) {
                more.add(Format.text("memory is left: %.0f MB, and there were %.0f MB", heapMegabytes, before.heapMegabytes));
            }
            return more;
        }

        @Override
        public String toString() {
            return Format.text("%d threads, %d descriptors, %.0f MB of heap", threads, descriptors, heapMegabytes);
        }
    }

    /** In each of them all strategies are asked at once, under one fault of the upstreams. */
    private final class Rounds {

        private final TestBed testBed;
        private final Program service;
        private final ServiceClient client;
        private final MockClient mock;
        private final byte[] expected;
        private final SoakFindings findings = new SoakFindings();
        private final Semaphore few = new Semaphore(4 * Runtime.getRuntime().availableProcessors(), true);
        private final Semaphore all = new Semaphore(Integer.MAX_VALUE);

        Rounds(TestBed testBed, Program service, ServiceClient client, MockClient mock, byte[] expected) {
            this.testBed = testBed;
            this.service = service;
            this.client = client;
            this.mock = mock;
            this.expected = expected;
        }

        boolean run() throws TrialFailure, InterruptedException {
            List<SoakFault> faults = SoakFault.all();
            for (SoakFault fault : faults) {
                round(fault);
            }
            findings.forgetLateAnswers();
            Leftovers before = leftovers();
            long count = 0;
            Random random = new Random(seed);
            long end = System.nanoTime() + duration.toNanos();
            while (System.nanoTime() < end) {
                round(faults.get(random.nextInt(faults.size())));
                count++;
                if (count % 100 == 0) {
                    long left = Math.max(0, (end - System.nanoTime()) / 1_000_000_000L);
                    screen.accept(count + " rounds, " + left + " s left, " + findings.count() + " findings");
                }
            }
            round(SoakFault.NONE);
            Leftovers after = leftovers();
            screen.accept("before: " + before + "; after: " + after);
            after.moreThan(before).forEach(findings::left);
            findings.table().forEach(screen);
            screen.accept(count + " rounds of faults; "
                    + (findings.count() == 0 ? "nothing was wrong" : findings.count() + " findings:"));
            findings.lines().forEach(line -> screen.accept("  " + line));
            return findings.count() == 0;
        }

        private void round(SoakFault fault) throws TrialFailure, InterruptedException {
            service.requireAlive();
            mock.settings(fault.settings());
            List<Thread> clients = served.strategies().stream()
                    .map(strategy -> Thread.ofVirtual().start(() -> ask(strategy, fault)))
                    .toList();
            for (Thread asking : clients) {
                if (!asking.join(HANGS.multipliedBy(REQUESTS))) {
                    findings.left("a request hangs under '" + fault.name() + "'");
                    asking.interrupt();
                }
            }
        }

        private void ask(String strategy, SoakFault fault) {
            // Requests that wait for their deadline need no CPU; the others would make one another miss theirs.
            Semaphore atOnce = fault.stalls() ? all : few;
            try {
                for (int i = 0; i < (fault.stalls() ? 1 : REQUESTS); i++) {
                    atOnce.acquire();
                    try {
                        findings.ended(strategy, ending(strategy, fault));
                    } finally {
                        atOnce.release();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** The status of the answer, or what came instead of one. */
        private String ending(String strategy, SoakFault fault) throws InterruptedException {
            Answer answer;
            try {
                answer = client.send(path(strategy), fault.clientLeaves() ? LEAVES_AFTER : HANGS);
            } catch (TrialFailure e) {
                if (fault.clientLeaves()) {
                    return "left";
                }
                findings.wrong(strategy, fault, e.reason());
                return "no answer";
            }
            if (fault.clientLeaves()) {
                return "left";
            }
            if (!fault.allowed().contains(answer.status())) {
                findings.wrongStatus(strategy, fault, answer.status(), new String(answer.body(), StandardCharsets.UTF_8));
            } else if (answer.status() == 200 && !Arrays.equals(answer.body(), expected)) {
                findings.wrong(strategy, fault, "a wrong answer");
            }
            return Integer.toString(answer.status());
        }

        private Requests requests() throws TrialFailure, InterruptedException {
            return requireNonNull(client.resources().requests(), "the service counts requests");
        }

        /** When nothing is in progress and no connection is kept. */
        private Leftovers leftovers() throws TrialFailure, InterruptedException {
            long patience = System.nanoTime() + HANGS.toNanos();
            Requests requests = requests();
            while (requests.started() != requests.finished() && System.nanoTime() < patience) {
                Thread.sleep(50);
                requests = requests();
            }
            if (requests.started() != requests.finished()) {
                findings.left(requests.inProgress() + " requests never end");
            }
            screen.accept(IDLE_CONNECTIONS_CLOSED.toSeconds() + " s of rest, until idle connections are closed");
            Thread.sleep(IDLE_CONNECTIONS_CLOSED);
            String jcmd = programs.java().resolveSibling("jcmd").toString();
            List<String> _ = testBed.run("jcmd", List.of(jcmd, Long.toString(service.pid()), "GC.run"));
            String metrics = new String(client.send("/metrics").body(), StandardCharsets.UTF_8);
            double megabytes = HEAP.matcher(metrics).results()
                    .mapToDouble(pool -> Double.parseDouble(pool.group(1)) / 1e6)
                    .sum();
            try {
                ProcessStatus status = service.status();
                return new Leftovers(status.threads(), status.descriptors(), megabytes);
            } catch (IOException e) {
                return new Leftovers(0, 0, megabytes);
            }
        }
    }
}
