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

    /** Nobody should run more threads than this for one endpoint; permits of a non-blocking client may be more. */
    static final int LARGEST = 50_000;

    private final IntFunction<SimulationResult> trial;
    private final double p99Ms;
    private final TreeMap<Integer, SimulationResult> tried = new TreeMap<>();

    /** @param trial what a pool of some size gives */
    PoolSearch(IntFunction<SimulationResult> trial, double p99Ms) {
        this.trial = trial;
        this.p99Ms = p99Ms;
    }

    /**
     * The smallest pool that meets the objective.
     *
     * @param fewest below which no pool keeps up
     * @param guess where to start looking
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
        return Trials.meets(with(io), p99Ms);
    }

    /** The given size and its neighbours, half of it and double included. */
    List<PoolPoint> around(int io) {
        Collection<Integer> sizes = new TreeSet<>(List.of(
                Math.max(1, io / 2), Math.max(1, io * 3 / 4), Math.max(1, io * 9 / 10), io, io + io / 4 + 1, io * 2));
        List<PoolPoint> points = new ArrayList<>();
        for (int size : sizes) {
            SimulationResult result = with(size);
            points.add(new PoolPoint(
                    size,
                    result.achievedPerSecond().mean(),
                    Trials.steadyMs(result, result.p50Ms()),
                    Trials.steadyMs(result, result.p99Ms()),
                    Trials.meets(result, p99Ms)));
        }
        return points;
    }
}
