package io.birdseye.experiments.forkjoin;

import java.util.List;
import java.util.TreeSet;

/**
 * The numbers of threads. The article took 4, 8, 16 and 32 on a machine with eight virtual cores: half as many as
 * cores, as many, twice and four times as many. The rules go by these; the published numbers are measured as well.
 */
record ThreadCounts(int cores) {

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
    List<Integer> all() {
        return List.copyOf(new TreeSet<>(List.of(half(), cores, twice(), fourTimes(), 4, 8, 16, 32)));
    }
}
