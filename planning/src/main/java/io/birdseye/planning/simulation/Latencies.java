package io.birdseye.planning.simulation;

import java.util.Arrays;

/** The latencies that one run saw, in ms, all of them: a simulation has no need to round them into a histogram. */
final class Latencies {

    private double[] values = new double[1024];
    private int count;
    private boolean sorted = true;

    void add(double ms) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = ms;
        sorted = false;
    }

    int count() {
        return count;
    }

    /** NaN where there are none. */
    double meanMs() {
        return Arrays.stream(values, 0, count).average().orElse(Double.NaN);
    }

    /** Nearest rank; NaN where there are none. */
    double percentileMs(double share) {
        if (!sorted) {
            Arrays.sort(values, 0, count);
            sorted = true;
        }
        return count == 0 ? Double.NaN : values[(int) Math.max(0, Math.ceil(share * count) - 1)];
    }
}
