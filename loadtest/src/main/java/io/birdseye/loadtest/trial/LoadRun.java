package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.injectors.CoordinatedLoad;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.trial.OfferedLoads.Figures;
import io.birdseye.loadtest.trial.OfferedLoads.Offer;
import io.birdseye.model.process.MachineSample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Offers loads to one strategy of a service of its own, which it ends. */
record LoadRun(Served served, OfferedLoads loads, TestBed testBed) {

    private static final int CONNECTIONS = 4_000;

    Figures run(Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        phase.accept("starting " + loads.name());
        try (Participant service = testBed.serviceAnywhere(served, loads.name(), served.setups().getFirst());
                Injectors injectors = testBed.injectors(loads.name() + "-injector")) {
            phase.accept("warming up " + loads.name());
            Duration half = OfferedLoads.WARM_UP.dividedBy(2);
            List<Step> warmUp = List.of(
                    new Step(false, loads.warmUpPerSecond() / 2, half), new Step(true, loads.warmUpPerSecond(), half));
            if (offer(Offer.open(warmUp, 0), service, injectors).getFirst().throughput() <= 0) {
                throw new TrialFailure("the service answers nothing by strategy '" + loads.strategy() + "'");
            }
            MachineSample begin = service.use().machine();
            List<List<PhaseFigures>> brought = new ArrayList<>();
            for (Offer offer : loads.offers()) {
                phase.accept("load " + (brought.size() + 1) + " of " + loads.offers().size() + " of " + loads.name());
                brought.add(offer(offer, service, injectors));
            }
            return new Figures(brought, service.use().machine().since(begin).others());
        }
    }

    private List<PhaseFigures> offer(Offer offer, Participant service, Injectors injectors)
            throws TrialFailure, IOException, InterruptedException {
        RequestPlan plan = RequestPlan.light(
                service.url() + served.request(loads.strategy()).pathAndQuery(), offer.steps(), offer.users(),
                OfferedLoads.TIMEOUT, offer.users() == 0 ? CONNECTIONS : offer.users());
        CoordinatedLoad load = plan.users() == 1 ? injectors.loadFirst(plan, testBed.logs()) : injectors.load(plan, testBed.logs());
        List<LoadSummary> phases = load.run(LoadListener.watching(service::requireAlive));
        List<Long> inTime = load.answeredWithin(offer.usefulMs());
        return IntStream.range(0, phases.size())
                .mapToObj(phase -> PhaseFigures.of(phases.get(phase), inTime.get(phase)))
                .toList();
    }
}
