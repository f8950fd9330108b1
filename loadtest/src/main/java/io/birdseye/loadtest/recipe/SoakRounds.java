package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.Served;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The requests of each round of {@link Soak}: all strategies are asked at once, under one fault of the upstreams. */
final class SoakRounds {

    /** A request that has no end by then has none. */
    static final Duration HANGS = Duration.ofSeconds(20);

    private static final int REQUESTS = 3;
    private static final Duration LEAVES_AFTER = Duration.ofMillis(15);
    private static final int USER_ID = 3;
    private static final int FACTOR = 7;

    private final Served served;
    private final Server service;
    private final ServiceClient client;
    private final MockClient mock;
    private final SoakFindings findings;
    private final byte[] expected;
    private final Semaphore few = new Semaphore(4 * Runtime.getRuntime().availableProcessors(), true);
    private final Semaphore all = new Semaphore(Integer.MAX_VALUE);

    /** @param expected the right answer of every strategy */
    SoakRounds(
            Served served,
            Server service,
            ServiceClient client,
            MockClient mock,
            SoakFindings findings,
            byte[] expected) {
        this.served = served;
        this.service = service;
        this.client = client;
        this.mock = mock;
        this.findings = findings;
        this.expected = expected;
    }

    void run(SoakFault fault) throws TrialFailure, InterruptedException {
        service.program().requireAlive();
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

    /** The request of a strategy, the same in each round. */
    static String path(Served served, String strategy) {
        return served.request(strategy).fixed(USER_ID, FACTOR).pathAndQuery();
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
        if (fault.clientLeaves()) {
            client.askAndLeave(path(served, strategy), LEAVES_AFTER);
            return "left";
        }
        Answer answer;
        try {
            answer = client.ask(path(served, strategy)).get(HANGS.toSeconds(), TimeUnit.SECONDS);
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
}
