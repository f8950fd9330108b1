package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.Replication.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;

/** Sends traffic through a modelled service, several times over, and says what it would see and how sure that is. */
public final class Simulation {

    private Simulation() {}

    /**
     * Runs all replications on the calling thread. Cost: about a million requests in some seconds.
     *
     * @throws IllegalArgumentException if the model does not fit together, naming what
     */
    public static SimulationResult run(ServiceModel model, Traffic traffic, Horizon horizon) {
        SplittableGenerator random = RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom")
                .create(horizon.seed());
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < horizon.replications(); i++) {
            outcomes.add(new Replication(model, traffic, horizon, random.split()).run());
        }
        return new SimulationResult(
                outcomes.stream().mapToLong(outcome -> outcome.latencies().count()).sum(),
                Estimate.of(outcomes, Outcome::offeredPerSecond),
                Estimate.of(outcomes, Outcome::achievedPerSecond),
                Estimate.of(outcomes, Outcome::refusedShare),
                Estimate.of(outcomes, Outcome::failedShare),
                Estimate.of(outcomes, outcome -> outcome.latencies().meanMs()),
                Estimate.of(outcomes, outcome -> outcome.latencies().percentileMs(0.5)),
                Estimate.of(outcomes, outcome -> outcome.latencies().percentileMs(0.9)),
                Estimate.of(outcomes, outcome -> outcome.latencies().percentileMs(0.99)),
                Estimate.of(outcomes, outcome -> outcome.latencies().percentileMs(1)),
                new SimulationResult.Usage(
                        Estimate.of(outcomes, outcome -> outcome.usage().inside()),
                        Estimate.of(outcomes, outcome -> outcome.usage().cores()),
                        Estimate.of(outcomes, outcome -> outcome.usage().httpBusy()),
                        Estimate.of(outcomes, outcome -> outcome.usage().ioUtilisation()),
                        Estimate.of(outcomes, outcome -> outcome.usage().ioBusy()),
                        Estimate.of(outcomes, outcome -> outcome.usage().ioWaitMs()),
                        Estimate.of(outcomes, outcome -> outcome.usage().cpuUtilisation()),
                        Estimate.of(outcomes, outcome -> outcome.usage().cpuWaitMs())));
    }
}
