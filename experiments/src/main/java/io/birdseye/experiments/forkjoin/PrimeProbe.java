package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Tests a number by dividing it by everything up to its root, even numbers too: as the article does, to have work to
 * share. Every task takes its part of the divisors to the end, so each way to run it does the same divisions. Records
 * {@code totalMs} of each repeat after the warm-up. The number can be set by the system property {@value #NUMBER}; the
 * published one is 1530692068127007263 and takes some 12 times as long as that of the thorough effort.
 */
public record PrimeProbe(Workers workers, int threads, int tasks, long number, int warmups, int repeats)
        implements Probe {

    static final String NUMBER = "birdseye.fj.prime";

    /** The largest primes below 10^14 and 10^16. */
    private static final long QUICK = 99_999_999_999_973L;
    private static final long FULL = 9_999_999_999_999_937L;

    /** Divisions in a second, at least; only for the time limit. */
    private static final double SLOWEST = 2e7;

    /** The divisions in 256 tasks. */
    static Variant variant(Workers workers, int threads) {
        return variant("fj/prime/" + workers.label() + "-" + threads, workers, threads, 256);
    }

    /** The same divisions in 100,000 tasks. */
    static Variant fine(Workers workers, int threads) {
        return variant("fj/prime/fine/" + workers.label(), workers, threads, 100_000);
    }

    private static Variant variant(String name, Workers workers, int threads, int tasks) {
        return Variant.of(name, effort -> {
            long number = Long.getLong(NUMBER, effort.pick(QUICK, FULL));
            int repeats = effort.pick(3, 5);
            double seconds = root(number) / SLOWEST * (1 + repeats);
            return Experiment.of(new PrimeProbe(workers, threads, tasks, number, 1, repeats))
                    .runs(effort.pick(4, 10))
                    .takes(0.3 + 0.045 * seconds, 30 + (long) (10 * seconds));
        });
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        context.repeat(warmups, repeats, () -> context.time("totalMs", () -> {
            if (!isPrime(number, workers, threads, tasks)) {
                throw new IllegalStateException(number + " was found not to be prime by " + workers.label());
            }
        }));
    }

    static boolean isPrime(long number, Workers workers, int threads, int tasks)
            throws InterruptedException, ExecutionException {
        if (number < 2) {
            return false;
        }
        long first = 2;
        long all = Math.max(0, root(number) - first + 1);
        List<Integer> found = workers.run(threads, tasks, task ->
                divisors(number, first + all * task / tasks, first + all * (task + 1) / tasks));
        return found.stream().allMatch(count -> count == 0);
    }

    /** How many numbers from {@code from} up to but not including {@code to} divide it. */
    private static int divisors(long number, long from, long to) {
        int count = 0;
        for (long divisor = from; divisor < to; divisor++) {
            count += number % divisor == 0 ? 1 : 0;
        }
        return count;
    }

    /** The largest integer whose square is not larger than the number. */
    static long root(long number) {
        return BigInteger.valueOf(number).sqrt().longValueExact();
    }
}
