package io.birdseye.planning.simulation;

import java.util.Arrays;

/** All latencies of one run, in ms. They are kept exactly: a histogram would round them. */
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

    /** The mean; NaN if there are no values. */
    double meanMs() {
        return Arrays.stream(values, 0, count).average().orElse(Double.NaN);
    }

    /** The percentile by nearest rank; NaN if there are no values. */
    double percentileMs(double share) {
        if (!sorted) {
            Arrays.sort(values, 0, count);
            sorted = true;
        }
        return count == 0 ? Double.NaN : values[(int) Math.max(0, Math.ceil(share * count) - 1)];
    }
}
