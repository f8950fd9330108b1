package io.birdseye.service.overview;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * CPU work of a given duration: a fixed number of steps that depend on each other. It uses no memory bandwidth and
 * makes no garbage. The steps in a millisecond are measured once, by the CPU time of the measuring thread. Later only
 * steps are counted, so the work is the same on every thread, also on virtual ones, which have no own CPU time.
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

    /** Measures this core: the fastest of many rounds, because every disturbance makes a round slower. */
    static Spin calibrated() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean cpuTime = threads.isCurrentThreadCpuTimeSupported() && !Thread.currentThread().isVirtual();
        LongSupplier clock = cpuTime ? threads::getCurrentThreadCpuTime : System::nanoTime;
        long fastest = Long.MAX_VALUE;
        long state = 1;
        for (int round = 0; round < ROUNDS; round++) {
            long start = clock.getAsLong();
            for (int chunk = 0; chunk < CHUNKS_PER_ROUND; chunk++) {
                state = steps(state, CHUNK);
            }
            long end = clock.getAsLong();
            if (state != 0 && end > start) {
                fastest = Math.min(fastest, end - start);
            }
        }
        return new Spin(Math.max(1, Math.round((double) CHUNK * CHUNKS_PER_ROUND * 1_000_000 / fastest)));
    }

    void run(Duration time) {
        long left = Math.round(time.toNanos() / 1e6 * stepsPerMilli);
        long state = 1;
        while (left > 0) {
            int chunk = (int) Math.min(left, CHUNK);
            state = steps(state, chunk);
            left -= chunk;
        }
        // Xorshift never reaches 0 from another value. The JIT does not know that, so it cannot remove the steps.
        if (state == 0) {
            throw new AssertionError("xorshift never reaches 0");
        }
    }

    /** Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003: each step depends on the last one. */
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
