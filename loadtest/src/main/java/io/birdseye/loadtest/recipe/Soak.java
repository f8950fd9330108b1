package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.Answer;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Mixed faults over all strategies for as long as one likes. In each round the upstreams have one fault, and every
 * strategy serves some requests beside the others: each must end as that fault demands, and a right answer must be right
 * to the byte. Afterwards nothing may be left: no request, no thread, no socket, no memory.
 *
 * @param served whose deadline is that of all requests
 * @param duration of the rounds; the run takes about two minutes more
 * @param seed of the order of faults, and of mock-api
 * @param out the folder of the logs
 * @param screen receives the findings line by line
 */
public record Soak(
        Served served, Duration duration, long seed, Path out, Programs programs, Consumer<String> screen) {

    private static final int REQUESTS = 3;
    private static final Duration LEAVES_AFTER = Duration.ofMillis(15);
    private static final Duration HANGS = Duration.ofSeconds(20);
    private static final int USER_ID = 3;
    private static final int FACTOR = 7;

    /**
     * When no idle connection is open any more. The service looks each 10 s for connections to the upstreams that were
     * idle for 30 s, and the client here keeps its own for 30 s. How many there are before that, 30 to 130, depends on
     * the last fault alone.
     */
    private static final Duration IDLE_CONNECTIONS_CLOSED = Duration.ofSeconds(45);

    /**
     * Runs for as long as was asked for, and some time more.
     *
     * @return whether nothing was wrong
     * @throws TrialFailure if a program does not start or dies
     */
    public boolean run() throws TrialFailure, IOException, InterruptedException {
        try (TestBed testBed = new TestBed(served, seed, programs, out);
                Server service = testBed.service("soak-service");
                ServiceClient client = new ServiceClient(service.url());
                MockClient mock = new MockClient(testBed.mock().url())) {
            return new Run(testBed, service, client, mock).run();
        }
    }

    private String path(String strategy) {
        return served.request(strategy).fixed(USER_ID, FACTOR).pathAndQuery();
    }

    /** One service, from its start to its end. */
    private final class Run {

        private final TestBed testBed;
        private final Server service;
        private final ServiceClient client;
        private final MockClient mock;
        private final SoakFindings findings = new SoakFindings();
        private final Semaphore atOnce = new Semaphore(4 * Runtime.getRuntime().availableProcessors(), true);
        private byte[] expected = {};

        Run(TestBed testBed, Server service, ServiceClient client, MockClient mock) {
            this.testBed = testBed;
            this.service = service;
            this.client = client;
            this.mock = mock;
        }

        boolean run() throws TrialFailure, InterruptedException {
            List<SoakFault> faults = SoakFault.all();
            warmUp(faults);
            Leftovers before = leftovers();
            Random random = new Random(seed);
            long end = System.nanoTime() + duration.toNanos();
            long rounds = 0;
            while (System.nanoTime() < end) {
                round(faults.get(random.nextInt(faults.size())));
                rounds++;
                if (rounds % 100 == 0) {
                    long left = Math.max(0, (end - System.nanoTime()) / 1_000_000_000L);
                    screen.accept(rounds + " rounds, " + left + " s left, " + findings.count() + " findings");
                }
            }
            round(SoakFault.NONE);
            Leftovers after = leftovers();
            screen.accept("before: " + before + "; after: " + after);
            after.moreThan(before).forEach(findings::left);
            findings.table().forEach(screen);
            screen.accept(rounds + " rounds of faults; "
                    + (findings.count() == 0 ? "nothing was wrong" : findings.count() + " findings:"));
            findings.lines().forEach(line -> screen.accept("  " + line));
            return findings.count() == 0;
        }

        /** Every fault once. The first requests load classes, and may well come too late. */
        private void warmUp(List<SoakFault> faults) throws TrialFailure, InterruptedException {
            mock.settings(SoakFault.NONE.settings());
            for (String strategy : served.strategies()) {
                byte[] body = client.get(path(strategy)).body();
                expected = expected.length == 0 ? body : expected;
            }
            for (SoakFault fault : faults) {
                round(fault);
            }
            findings.forgetLateAnswers();
        }

        private void round(SoakFault fault) throws TrialFailure, InterruptedException {
            service.program().requireAlive();
            mock.settings(fault.settings());
            List<Thread> clients = new ArrayList<>();
            for (String strategy : served.strategies()) {
                clients.add(Thread.ofVirtual().start(() -> ask(strategy, fault)));
            }
            for (Thread asking : clients) {
                if (!asking.join(HANGS.multipliedBy(REQUESTS))) {
                    findings.left("a request hangs under '" + fault.name() + "'");
                    asking.interrupt();
                }
            }
        }

        private void ask(String strategy, SoakFault fault) {
            // Requests that wait for their deadline need no CPU; the others would make one another miss theirs.
            boolean limited = !fault.stalls();
            try {
                for (int i = 0; i < (limited ? REQUESTS : 1); i++) {
                    if (limited) {
                        atOnce.acquire();
                    }
                    try {
                        findings.ended(strategy, outcome(strategy, fault));
                    } finally {
                        if (limited) {
                            atOnce.release();
                        }
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private String outcome(String strategy, SoakFault fault) throws InterruptedException {
            if (fault.clientLeaves()) {
                client.askAndLeave(path(strategy), LEAVES_AFTER);
                return "left";
            }
            Answer answer;
            try {
                answer = client.ask(path(strategy)).get(HANGS.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                findings.wrong(strategy, fault, e.toString());
                return "no answer";
            }
            if (!fault.allowed().contains(answer.status())) {
                findings.wrongStatus(strategy, fault, answer.status(), new String(answer.body(), StandardCharsets.UTF_8));
            } else if (answer.status() == 200 && !Arrays.equals(answer.body(), expected)) {
                findings.wrong(strategy, fault, "a wrong answer");
            }
            return Integer.toString(answer.status());
        }

        /** When nothing is in progress and no connection is kept. */
        private Leftovers leftovers() throws TrialFailure, InterruptedException {
            long patience = System.nanoTime() + HANGS.toNanos();
            ServiceClient.ResourcesView.Counts requests = client.resources().requests();
            while (requests.started() != requests.finished() && System.nanoTime() < patience) {
                Thread.sleep(50);
                requests = client.resources().requests();
            }
            if (requests.started() != requests.finished()) {
                findings.left((requests.started() - requests.finished()) + " requests never end");
            }
            screen.accept(IDLE_CONNECTIONS_CLOSED.toSeconds() + " s of rest, until idle connections are closed");
            Thread.sleep(IDLE_CONNECTIONS_CLOSED);
            return Leftovers.of(testBed, service.program(), client, programs.java());
        }
    }
}
