package io.birdseye.benchmarks;

import io.birdseye.benchmarks.inflight.InFlightBench;
import io.birdseye.benchmarks.mock.MockBench;
import io.birdseye.benchmarks.overhead.OverheadBench;
import io.birdseye.benchmarks.service.CapacityBench;
import io.birdseye.benchmarks.service.CpuBench;
import io.birdseye.benchmarks.service.ExcessBench;
import io.birdseye.benchmarks.service.RunnerBench;
import io.birdseye.benchmarks.start.StartBench;
import java.util.List;

/** The one list of all benches, in the order in which they are run. */
final class Benches {

    private Benches() {}

    static List<Bench> all() {
        return List.of(
                new StartBench(),
                new CpuBench(),
                new ExcessBench(),
                new OverheadBench(),
                new CapacityBench(),
                new InFlightBench(),
                new MockBench(),
                new RunnerBench());
    }
}
