package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.injectors.InStep;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.overload.OfferedLoads.Offer;
import io.birdseye.loadtest.plan.TargetPlan;
import io.birdseye.loadtest.program.Endpoint;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.process.MachineSample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Offers loads by injectors that it starts, or knows, to services that it starts, or knows. */
public final class LoadsHere implements LoadSite {

    private static final int CONNECTIONS = 4_000;

    private final Served served;
    private final Programs programs;
    private final TestBed testBed;

    /**
     * @param served the service should admit any number of requests
     * @param seed of mock-api's random delays and failures
     * @param out the folder of the logs
     * @throws IOException if the folder cannot be written to
     */
    public LoadsHere(Served served, long seed, Programs programs, Path out) throws IOException {
        this.served = served;
        this.programs = programs;
        testBed = new TestBed(seed, programs, out);
    }

    @Override
    public int injectors() {
        return programs.injectors().count();
    }

    @Override
    public Brought offer(OfferedLoads loads, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        phase.accept("starting " + loads.name());
        try (Endpoint service = testBed.serviceEndpoint(served, loads.name(), served.setups().getFirst());
                Injectors injectors = testBed.injectors(loads.name() + "-injector")) {
            Runner runner = new Runner(service, injectors, service.url() + served.request(loads.strategy()).pathAndQuery());
            phase.accept("warming up " + loads.name());
            Duration half = OfferedLoads.WARM_UP.dividedBy(2);
            List<Step> warmUp = List.of(
                    new Step(false, loads.warmUpPerSecond() / 2, half), new Step(true, loads.warmUpPerSecond(), half));
            if (runner.offer(Offer.open(warmUp, 0)).getFirst().throughput() <= 0) {
                throw new TrialFailure("the service answers nothing by strategy '" + loads.strategy() + "'");
            }
            MachineSample begin = service.program().use().machine();
            List<List<PhaseFigures>> brought = new ArrayList<>();
            for (Offer offer : loads.offers()) {
                phase.accept("load " + (brought.size() + 1) + " of " + loads.offers().size() + " of " + loads.name());
                brought.add(runner.offer(offer));
            }
            return new Brought(brought, service.program().use().machine().since(begin).others());
        }
    }

    private final class Runner {

        private final Endpoint service;
        private final Injectors injectors;
        private final String url;

        Runner(Endpoint service, Injectors injectors, String url) {
            this.service = service;
            this.injectors = injectors;
            this.url = url;
        }

        List<PhaseFigures> offer(Offer offer) throws TrialFailure, IOException, InterruptedException {
            TargetPlan plan = TargetPlan.light(
                    url, offer.steps(), offer.users(), OfferedLoads.TIMEOUT, offer.users() == 0 ? CONNECTIONS : offer.users());
            InStep load = plan.users() == 1 ? injectors.loadFirst(plan, testBed.logs()) : injectors.load(plan, testBed.logs());
            List<LoadSummary> phases = load.run(LoadListener.watching(service.program()::requireAlive));
            List<Long> inTime = load.answeredWithin(offer.usefulMs());
            return IntStream.range(0, phases.size())
                    .mapToObj(phase -> PhaseFigures.of(phases.get(phase), inTime.get(phase)))
                    .toList();
        }
    }

    @Override
    public void close() {
        testBed.close();
    }
}
