package io.birdseye.strategy.disruptor;

import java.util.List;
import java.util.stream.IntStream;

/** Divides a number of threads among stages. */
final class Shares {

    private Shares() {}

    /** Equal shares, which differ by one thread at most, the first stages having more; each stage has at least one. */
    static List<Integer> of(int threads, int stages) {
        return IntStream.range(0, stages)
                .mapToObj(stage -> Math.max(1, threads / stages + (stage < threads % stages ? 1 : 0)))
                .toList();
    }
}
