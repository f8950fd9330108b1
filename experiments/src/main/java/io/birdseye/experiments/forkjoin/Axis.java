package io.birdseye.experiments.forkjoin;

import java.util.List;
import java.util.TreeSet;

/**
 * The numbers of threads. The article took 4, 8, 16 and 32 on a machine with eight virtual cores: half of the cores,
 * as many, twice and four times as many. The rules go by these; the published numbers are measured as well.
 */
record Axis(int cores) {

    static Axis of(int cores) {
        return new Axis(cores);
    }

    int half() {
        return Math.max(1, cores / 2);
    }

    int twice() {
        return 2 * cores;
    }

    int fourTimes() {
        return 4 * cores;
    }

    /** All numbers of threads, rising. */
    List<Integer> threads() {
        return List.copyOf(new TreeSet<>(List.of(half(), cores, twice(), fourTimes(), 4, 8, 16, 32)));
    }
}
