package io.birdseye.service.scenario;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * CPU work of a given duration: a fixed number of steps that depend on each other and use no memory. The number of
 * steps in a millisecond is measured once, by the CPU time of the measuring thread, which other work on the machine does
 * not change. Later only steps are counted. So the work is the same on every thread, however many threads do it, and
 * also on virtual threads, which have no CPU time of their own.
 *
 * <p>Unlike a multiplication, it uses no memory bandwidth and makes no garbage.
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
        long fastest = Long.MAX_VALUE;
        long state = 1;
        for (int round = 0; round < ROUNDS; round++) {
            long start = cpuTime ? threads.getCurrentThreadCpuTime() : System.nanoTime();
            for (int chunk = 0; chunk < CHUNKS_PER_ROUND; chunk++) {
                state = steps(state, CHUNK);
            }
            long end = cpuTime ? threads.getCurrentThreadCpuTime() : System.nanoTime();
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
