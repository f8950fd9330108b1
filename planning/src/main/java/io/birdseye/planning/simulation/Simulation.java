package io.birdseye.planning.simulation;

import java.util.List;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/** Sends traffic through a modelled service in several independent runs, and reports means with their intervals. */
public final class Simulation {

    private Simulation() {}

    /**
     * Runs all replications on the calling thread. Cost: some seconds for a million requests.
     *
     * @throws IllegalArgumentException if the parts of the model do not fit together; the message names them
     */
    public static SimulationResult run(ServiceModel model, Traffic traffic, RunLength runLength) {
        SplittableGenerator random = RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom")
                .create(runLength.seed());
        List<Replication.Result> results = IntStream.range(0, runLength.replications())
                .mapToObj(_ -> new Replication(model, traffic, runLength, random.split()).run())
                .toList();
        return SimulationResult.of(results);
    }
}
