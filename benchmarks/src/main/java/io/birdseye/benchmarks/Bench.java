package io.birdseye.benchmarks;

import java.time.Duration;
import java.util.List;

/** A promise about speed and how it is measured. */
public interface Bench {

    /** As it is asked for on the command line. */
    String name();

    /** What is promised, in one line. */
    String what();

    /** About how long it takes on two cores that have nothing else to do. */
    Duration estimate(boolean quick);

    /**
     * Measures. It ends every process that it starts, and bounds its own time.
     *
     * @throws Exception if nothing could be measured; the other benches go on
     */
    List<Figure> run(BenchContext context) throws Exception;
}
