package io.birdseye.service.scenario;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * CPU work of a given length: a fixed number of dependent steps that touch no memory. How many make up a millisecond is
 * found once, by the CPU time of the calibrating thread, which other work on the machine does not lengthen. After that
 * only steps are counted, so that the work is the same whichever thread does it and however many do, and virtual
 * threads, which know no CPU time of their own, can do it too.
 *
 * <p>What it is not: work that competes for memory bandwidth or makes garbage. A multiplication does both.
 *
 * @param stepsPerMilli above 0
 */
record Spin(long stepsPerMilli) {

    private static final int CHUNK = 10_000;
    private static final int ROUNDS = 40;
    private static final int CHUNKS_PER_ROUND = 500;

    Spin {
        if (stepsPerMilli < 1) {
            throw new IllegalArgumentException("a millisecond has at least 1 step, but has " + stepsPerMilli);
        }
    }

    /** Measures the core: the quickest of many rounds, since whatever disturbs a round lengthens it. */
    static Spin calibrated() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean cpuTime = threads.isCurrentThreadCpuTimeSupported() && !Thread.currentThread().isVirtual();
        long quickest = Long.MAX_VALUE;
        long state = 1;
        for (int round = 0; round < ROUNDS; round++) {
            long start = cpuTime ? threads.getCurrentThreadCpuTime() : System.nanoTime();
            for (int chunk = 0; chunk < CHUNKS_PER_ROUND; chunk++) {
                state = steps(state, CHUNK);
            }
            long end = cpuTime ? threads.getCurrentThreadCpuTime() : System.nanoTime();
            if (state != 0 && end > start) {
                quickest = Math.min(quickest, end - start);
            }
        }
        return new Spin(Math.max(1, Math.round((double) CHUNK * CHUNKS_PER_ROUND * 1_000_000 / quickest)));
    }

    void run(Duration time) {
        long left = Math.round(time.toNanos() / 1e6 * stepsPerMilli);
        long state = 1;
        while (left > 0) {
            int chunk = (int) Math.min(left, CHUNK);
            state = steps(state, chunk);
            left -= chunk;
        }
        // Never 0 for a start other than 0, which only we know: so the compiler cannot leave the steps out.
        if (state == 0) {
            throw new AssertionError("xorshift never reaches 0");
        }
    }

    /** Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003: every step needs the one before. */
    private static long steps(long state, int count) {
        long x = state;
        for (int i = 0; i < count; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }
}
