package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView.Counts;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Mixed faults over all strategies for as long as one likes. In each round the upstreams have one fault, and every
 * strategy serves some requests beside the others: each must end as that fault demands, and a right answer must be
 * right to the byte. Afterwards nothing may be left: no request, no thread, no socket, no memory.
 *
 * @param served whose deadline is that of all requests
 * @param duration of the rounds; the run takes about two minutes more
 * @param seed of the order of faults, and of mock-api
 * @param out the folder of the logs
 * @param screen receives the findings line by line
 */
public record Soak(
        Served served, Duration duration, long seed, Path out, Programs programs, Consumer<String> screen) {

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
        try (TestBed testBed = new TestBed(seed, programs, out);
                Server service = testBed.service(served, "soak-service");
                ServiceClient client = new ServiceClient(service.url());
                MockClient mock = new MockClient(testBed.mock(served.work(), 0).url())) {
            SoakFindings findings = new SoakFindings();
            mock.settings(SoakFault.NONE.settings());
            // The first requests load classes, and may well come too late.
            List<byte[]> answers = new ArrayList<>();
            for (String strategy : served.strategies()) {
                answers.add(client.get(SoakRounds.path(served, strategy)).body());
            }
            SoakRounds rounds =
                    new SoakRounds(served, service, client, mock, findings, answers.getFirst());
            List<SoakFault> faults = SoakFault.all();
            for (SoakFault fault : faults) {
                rounds.run(fault);
            }
            findings.forgetLateAnswers();
            Leftovers before = leftovers(testBed, service, client, findings);
            long count = 0;
            Random random = new Random(seed);
            long end = System.nanoTime() + duration.toNanos();
            while (System.nanoTime() < end) {
                rounds.run(faults.get(random.nextInt(faults.size())));
                count++;
                if (count % 100 == 0) {
                    long left = Math.max(0, (end - System.nanoTime()) / 1_000_000_000L);
                    screen.accept(count + " rounds, " + left + " s left, " + findings.count() + " findings");
                }
            }
            rounds.run(SoakFault.NONE);
            Leftovers after = leftovers(testBed, service, client, findings);
            screen.accept("before: " + before + "; after: " + after);
            after.moreThan(before).forEach(findings::left);
            findings.table().forEach(screen);
            screen.accept(count + " rounds of faults; "
                    + (findings.count() == 0 ? "nothing was wrong" : findings.count() + " findings:"));
            findings.lines().forEach(line -> screen.accept("  " + line));
            return findings.count() == 0;
        }
    }

    /** When nothing is in progress and no connection is kept. */
    private Leftovers leftovers(TestBed testBed, Server service, ServiceClient client, SoakFindings findings)
            throws TrialFailure, InterruptedException {
        long patience = System.nanoTime() + SoakRounds.HANGS.toNanos();
        Counts requests = client.resources().requests();
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
