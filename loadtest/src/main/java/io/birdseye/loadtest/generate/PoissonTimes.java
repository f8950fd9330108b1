package io.birdseye.loadtest.generate;

import io.birdseye.model.Load;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The arrival times of a Poisson process within a phase, given how many there are: exponential gaps, scaled by their
 * sum (uniform order statistics; L. Devroye, "Non-Uniform Random Variate Generation", 1986, section V.3). A window
 * would else have another rate by chance, 1,500 requests ± 39.
 *
 * <p>A gap follows from the seed and its number, and only every 64th sum is kept: a million arrivals take 125 kB. The
 * first question draws all gaps, each further one up to 64 of them. Safe for use by many threads.
 */
final class PoissonTimes {

    /** Odd, and not the step of {@link SplittableRandom}: so no gap of one seed draws what a gap of the next one draws. */
    private static final long SPREAD = 0xd1342543de82ef95L;

    private static final int KEPT = 64;

    private final long seed;
    private final long arrivals;
    private final double nanos;
    private final @Nullable Double burst;
    private double @Nullable [] sums;

    /** Of all shares together; in bursts, see {@link Load#burst}. */
    PoissonTimes(long seed, long arrivals, double nanos, @Nullable Double burst) {
        this.seed = seed;
        this.arrivals = arrivals;
        this.nanos = nanos;
        this.burst = burst;
    }

    /** When an arrival, counted from 0, is due, in nanoseconds from the start of the phase. */
    long nanos(long arrival) {
        double[] known = sums();
        long from = arrival / KEPT;
        double sum = known[Math.toIntExact(from)];
        for (long i = from * KEPT; i <= arrival; i++) {
            sum += gap(i);
        }
        double at = nanos * sum / known[known.length - 1];
        return burst == null ? (long) at : (long) (Load.arrival(at / 1e9, burst) * 1e9);
    }

    /** The sums of the gaps before every 64th arrival; the last one is that of all gaps, with the one to the end of the phase. */
    private synchronized double[] sums() {
        if (sums == null) {
            double[] kept = new double[Math.toIntExact(arrivals / KEPT) + 2];
            double sum = 0;
            for (long i = 0; i <= arrivals; i++) {
                if (i % KEPT == 0) {
                    kept[Math.toIntExact(i / KEPT)] = sum;
                }
                sum += gap(i);
            }
            kept[kept.length - 1] = sum;
            sums = kept;
        }
        return sums;
    }

    private double gap(long number) {
        return new SplittableRandom(seed * SPREAD + number).nextExponential();
    }
}
