package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.injectors.InStep;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.target.TargetPlan;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Loads on one strategy, one after the other, on a service that has been started and warmed up for it.
 *
 * @param injectors of all loads
 * @param logs the folder of the logs
 * @param url of every request
 */
record OfferedLoad(Server service, Injectors injectors, Path logs, String url) implements AutoCloseable {

    static final Duration WARM_UP = Duration.ofSeconds(12);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int CONNECTIONS = 4_000;

    /**
     * @param perSecond the rate of the second half of the warm-up; that of the first is the half of it
     * @throws TrialFailure if the service does not start, or answers nothing
     */
    static OfferedLoad on(TestBed testBed, String log, Served served, String strategy, double perSecond)
            throws TrialFailure, IOException, InterruptedException {
        Server service = testBed.service(log);
        OfferedLoad load = new OfferedLoad(
                service, testBed.injectors(log + "-injector"), testBed.logs(), service.url() + served.request(strategy).pathAndQuery());
        Duration half = WARM_UP.dividedBy(2);
        boolean warm = false;
        try {
            List<Step> warmUp = List.of(new Step(false, perSecond / 2, half), new Step(true, perSecond, half));
            warm = load.offer(warmUp, 0).getFirst().throughput() > 0;
        } finally {
            if (!warm) {
                load.close();
            }
        }
        if (!warm) {
            throw new TrialFailure("the service answers nothing by strategy '" + strategy + "'");
        }
        return load;
    }

    /**
     * Offers an open load whose rate changes from step to step, and waits for its answers.
     *
     * @param usefulMs within which an answer is of use, counted from when its request was due
     * @return the figures of each measured phase
     */
    List<PhaseFigures> offer(List<Step> steps, double usefulMs)
            throws TrialFailure, IOException, InterruptedException {
        return offer(TargetPlan.light(url, steps, 0, TIMEOUT, CONNECTIONS), usefulMs);
    }

    /** Offers a closed load of users who ask whenever their last answer has come. */
    PhaseFigures offer(int users, Duration duration) throws TrialFailure, IOException, InterruptedException {
        return offer(TargetPlan.light(url, List.of(new Step(true, 0, duration)), users, TIMEOUT, users), 0).getFirst();
    }

    private List<PhaseFigures> offer(TargetPlan plan, double usefulMs)
            throws TrialFailure, IOException, InterruptedException {
        InStep load = plan.users() == 1 ? injectors.loadFirst(plan, logs) : injectors.load(plan, logs);
        List<LoadSummary> phases = load.run(LoadListener.watching(service.program()::requireAlive));
        List<Long> inTime = load.answeredWithin(usefulMs);
        return IntStream.range(0, phases.size())
                .mapToObj(phase -> PhaseFigures.of(phases.get(phase), inTime.get(phase)))
                .toList();
    }

    @Override
    public void close() {
        injectors.close();
        service.close();
    }
}
