package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Loads on one strategy, one after the other, on a service that has been started and warmed up for it.
 *
 * @param url of every request
 */
record OfferedLoad(Server service, String url) implements AutoCloseable {

    static final Duration WARM_UP = Duration.ofSeconds(12);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    /**
     * @param perSecond the rate of the second half of the warm-up; that of the first is the half of it
     * @throws TrialFailure if the service does not start, or answers nothing
     */
    static OfferedLoad on(TestBed testBed, String log, Served served, String strategy, double perSecond)
            throws TrialFailure, IOException, InterruptedException {
        Server service = testBed.service(log);
        OfferedLoad load = new OfferedLoad(service, service.url() + served.request(strategy).pathAndQuery());
        Duration half = WARM_UP.dividedBy(2);
        Schedule warmUp =
                Schedule.steps(List.of(new Step(false, perSecond / 2, half), new Step(true, perSecond, half)));
        if (load.offer(warmUp, 0).getFirst().throughput() == 0) {
            service.close();
            throw new TrialFailure("the service answers nothing by strategy '" + strategy + "'");
        }
        return load;
    }

    /**
     * Offers a schedule, and waits for its answers.
     *
     * @param usefulMs within which an answer is of use, counted from when its request was due
     * @return the figures of each measured phase
     */
    List<PhaseFigures> offer(Schedule schedule, double usefulMs)
            throws TrialFailure, IOException, InterruptedException {
        try (LightClient client = new LightClient(LightLoad.of(url, schedule).withTimeout(TIMEOUT))) {
            List<LoadSummary> phases = client.run(LoadListener.watching(service.program()::requireAlive));
            List<Long> inTime = client.answeredWithin(usefulMs);
            return IntStream.range(0, phases.size())
                    .mapToObj(phase -> PhaseFigures.of(phases.get(phase), inTime.get(phase)))
                    .toList();
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
