package io.birdseye.loadtest.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How fast the machine's memory is at the moment: the CPU time of reading and writing 64 MB once, which no cache of a
 * core holds. On a shared host that time changes with what other machines do, though they neither steal time from this
 * one nor show as its programs; work on shared lists then takes longer for every strategy. Takes about 0.2 s and 64 MB.
 */
public final class MemoryPass {

    private static final int LONGS = 8 << 20;
    private static final int PASSES = 5;

    private MemoryPass() {}

    /** The mean of a pass before something, and of one that is made now; null where one of them is not known. */
    public static @Nullable Double meanWith(@Nullable Double before) {
        Double after = ms();
        return before == null || after == null ? null : (Double) ((before + after) / 2);
    }

    /** The median pass in ms of CPU time; null where the JVM cannot tell a thread's CPU time. */
    public static @Nullable Double ms() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isCurrentThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return null;
        }
        // The first pass lets the system find the pages.
        long[] values = new long[LONGS];
        Arrays.fill(values, 1);
        long[] nanos = new long[PASSES];
        for (int pass = 0; pass < PASSES; pass++) {
            long start = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < LONGS; i++) {
                values[i] = 31 * values[i] + pass;
            }
            nanos[pass] = threads.getCurrentThreadCpuTime() - start;
        }
        Arrays.sort(nanos);
        return nanos[PASSES / 2] / 1e6;
    }
}
