package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.PoolPoint;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** Finds the smallest I/O pool that meets an objective, by simulation. */
final class PoolSearch {

    /** The largest pool to try: more threads than one endpoint should have. */
    static final int LARGEST = 50_000;

    private final IntFunction<SimulationResult> trial;
    private final double p99Ms;
    private final TreeMap<Integer, SimulationResult> tried = new TreeMap<>();

    /** @param trial simulates a pool of the given size */
    PoolSearch(IntFunction<SimulationResult> trial, double p99Ms) {
        this.trial = trial;
        this.p99Ms = p99Ms;
    }

    /**
     * The smallest pool that meets the objective.
     *
     * @param fewest the smallest pool that can keep up
     * @param guess the size to try first
     * @return the size, or {@link #LARGEST} + 1 if none up to that meets the objective
     */
    int smallest(int fewest, int guess) {
        int high = Math.max(fewest, Math.min(guess, LARGEST));
        while (!meets(high)) {
            if (high == LARGEST) {
                return LARGEST + 1;
            }
            high = Math.min(LARGEST, high + Math.max(1, high / 2));
        }
        int low = fewest;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (meets(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return high;
    }

    SimulationResult with(int io) {
        return tried.computeIfAbsent(io, trial::apply);
    }

    private boolean meets(int io) {
        return SimulatedTrials.meets(with(io), p99Ms);
    }

    /** The figures of the given size and of sizes from half to double of it. */
    List<PoolPoint> around(int io) {
        Collection<Integer> sizes = new TreeSet<>(List.of(
                Math.max(1, io / 2), Math.max(1, io * 3 / 4), Math.max(1, io * 9 / 10), io, io + io / 4 + 1, io * 2));
        List<PoolPoint> points = new ArrayList<>();
        for (int size : sizes) {
            SimulationResult result = with(size);
            points.add(new PoolPoint(
                    size,
                    result.achievedPerSecond().mean(),
                    SimulatedTrials.steadyMs(result, result.p50Ms()),
                    SimulatedTrials.steadyMs(result, result.p99Ms()),
                    SimulatedTrials.meets(result, p99Ms)));
        }
        return points;
    }
}
