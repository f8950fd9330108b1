package io.birdseye.planning.simulation;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Format;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a load test of the simulated service would show: means over the replications, with 95 % intervals of the
 * simulation; how well the model fits a real service only {@link io.birdseye.planning.calibration.Accuracy} states. The
 * latencies are those of {@code answered} requests.
 */
public record SimulationResult(long answered, Map<Figure, SimulatedMean> figures, Map<CallPolicy.Pool, PoolUse> pools) {

    /** The lowest throughput of a service that keeps up, as a share of the requests that its upstreams let succeed. */
    private static final double KEEPS_UP = 0.97;

    /** What is observed in the window. Utilisation is a share from 0 to 1, of several pools that of the busiest one. */
    public enum Figure {
        OFFERED_PER_SECOND,
        ACHIEVED_PER_SECOND,
        /** Share of the requests that a full queue or the limit of requests in flight refused. */
        REFUSED_SHARE,
        /** Share of the requests that failed: by a failing call, by the deadline, or without any answer. */
        FAILED_SHARE,
        MEAN_MS,
        P50_MS,
        P99_MS,
        MAX_MS,
        INSIDE,
        CORES,
        HTTP_BUSY,
        IO_UTILISATION,
        IO_BUSY,
        /** Time for which a call waits for its thread. */
        IO_WAIT_MS,
        /** Time for which a combination waits for its thread. */
        CPU_WAIT_MS
    }

    /** How busy the places of a pool that requests share are, how long calls wait for one, and the share that gets none. */
    public record PoolUse(double utilisation, double waitMs, double gaveUpShare) {

        static PoolUse mean(List<PoolUse> some) {
            return new PoolUse(mean(some, PoolUse::utilisation), mean(some, PoolUse::waitMs), mean(some, PoolUse::gaveUpShare));
        }

        private static double mean(List<PoolUse> some, ToDoubleFunction<PoolUse> figure) {
            return some.stream().mapToDouble(figure).average().orElseThrow();
        }
    }

    static SimulationResult of(long answered, List<Map<Figure, Double>> replications, List<Map<CallPolicy.Pool, PoolUse>> pools) {
        Map<Figure, SimulatedMean> means = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            means.put(figure, SimulatedMean.of(replications.stream()
                    .mapToDouble(run -> Objects.requireNonNull(run.get(figure))).toArray()));
        }
        Map<CallPolicy.Pool, PoolUse> uses = new LinkedHashMap<>();
        pools.getFirst().keySet().forEach(pool -> uses.put(pool, PoolUse.mean(pools.stream().map(run -> Objects.requireNonNull(run.get(pool))).toList())));
        return new SimulationResult(answered, Collections.unmodifiableMap(means), Collections.unmodifiableMap(uses));
    }

    public SimulatedMean get(Figure figure) {
        return Objects.requireNonNull(figures.get(figure));
    }

    /** The share of the calls through a pool that got no place. */
    public double gaveUp(CallPolicy.Pool pool) {
        PoolUse use = pools.get(pool);
        return use == null ? 0 : use.gaveUpShare();
    }

    public double mean(Figure figure) {
        return get(figure).mean();
    }

    public double achievedPerSecond() {
        return mean(Figure.ACHIEVED_PER_SECOND);
    }

    public double p50Ms() {
        return mean(Figure.P50_MS);
    }

    public double p99Ms() {
        return mean(Figure.P99_MS);
    }

    /** Whether throughput keeps up with the rate, see {@link RequestWork#failingShare()}. If not, latencies grow with the length of the run. */
    public boolean keepsUp(double failing) {
        return keepsUp(achievedPerSecond(), mean(Figure.OFFERED_PER_SECOND), failing);
    }

    /** Whether at least 97 % of the requests whose upstreams do not fail were answered, simulated or measured. */
    public static boolean keepsUp(double achievedPerSecond, double offeredPerSecond, double failing) {
        return achievedPerSecond >= KEEPS_UP * (1 - failing) * offeredPerSecond;
    }

    /**
     * A mean over independent replications with its 95 % confidence interval, by Student's t (A. M. Law, "Simulation
     * Modeling and Analysis", chapter 9); a single replication has none, and 0 stands for it.
     */
    public record SimulatedMean(double mean, double halfWidth) {

        /** Of something that grows without end. */
        public static final SimulatedMean UNBOUNDED = new SimulatedMean(Double.POSITIVE_INFINITY, 0);

        private static final double CONFIDENCE = 0.95;

        static SimulatedMean of(double... values) {
            int n = values.length;
            double mean = Arrays.stream(values).average().orElse(Double.NaN);
            if (n < 2) {
                return new SimulatedMean(mean, 0);
            }
            double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
            double t = TDistribution.of(n - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
            return new SimulatedMean(mean, t * Math.sqrt(squares / (n - 1) / n));
        }

        /** A time, like {@code 368 ± 8 ms}. */
        public String ms() {
            return (halfWidth > 0 ? Format.plain(mean) + " ± " + Format.number(halfWidth) : Format.plain(mean)) + " ms";
        }

        public double high() {
            return mean + halfWidth;
        }
    }
}
