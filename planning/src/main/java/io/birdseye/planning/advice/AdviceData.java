package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Outlook;
import io.birdseye.planning.simulation.SimulatedMean;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Advice as data for other programs. Times are in ms, rates per second. Null where there is no such figure: a latency of
 * what does not keep up has no bound.
 *
 * @param conclusion one or two sentences
 * @param reachability {@code reachable}, {@code not enough cores}, {@code below the floor}, {@code too much waiting} or
 *     {@code no strategy}
 * @param objectiveP99Ms the objective; null if there is none
 * @param ratePerSecond of all replicas together
 * @param cores of each
 * @param replicas how many instances share the rate
 * @param fleet all of them together, and each while none is lost; null if nothing reaches the objective
 * @param recommendation for each instance that is left when some are lost; null if nothing reaches the objective
 * @param pools the recommended I/O pool and its neighbours
 * @param strategies every strategy with the recommended pools
 * @param whatIfs changes that would help
 * @param measured by {@code --verify}, one for each pool; null without it
 */
public record AdviceData(
        String conclusion,
        String reachability,
        double ratePerSecond,
        int cores,
        @Nullable Double objectiveP99Ms,
        int replicas,
        @Nullable Fleet fleet,
        @Nullable Recommended recommendation,
        List<Predicted> pools,
        List<Predicted> strategies,
        List<Predicted> whatIfs,
        @Nullable List<MeasuredPool> measured) {

    /**
     * All instances.
     *
     * @param lost how many of them may be lost
     * @param busyShare of its cores, that each keeps busy; the same after the loss
     * @param usual each with the recommended pools while none is lost
     * @param upstreamCallsInFlight of all together, on average
     * @param upstreamConnections of all together, at most: as many calls may be in flight
     */
    public record Fleet(
            int lost,
            double ratePerSecondEach,
            double busyShare,
            double busyShareAfterLoss,
            Predicted usual,
            double upstreamCallsInFlight,
            long upstreamConnections) {}

    /**
     * The recommendation.
     *
     * @param ioConcurrency calls at once
     * @param cpuConcurrency combinations at once
     */
    public record Recommended(
            String strategy,
            int ioConcurrency,
            int cpuConcurrency,
            int maxInFlight,
            int httpThreads,
            double highestPerSecond,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            @Nullable Double p99HalfWidthMs) {}

    /** One variant as predicted. */
    public record Predicted(
            String name,
            int ioConcurrency,
            double highestPerSecond,
            double achievedPerSecond,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            @Nullable Double p99HalfWidthMs,
            boolean meetsObjective) {}

    /**
     * One pool as measured.
     *
     * @param failure why there are no figures, or null
     */
    public record MeasuredPool(
            int ioConcurrency,
            @Nullable Double achievedPerSecond,
            @Nullable Double errorShare,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            @Nullable Boolean meetsObjective,
            @Nullable String failure) {}

    /** What was not measured. */
    public static AdviceData of(Replicas replicas) {
        return of(replicas, Optional.empty());
    }

    /** @param verification empty if nothing was measured */
    public static AdviceData of(Replicas replicas, Optional<Verification> verification) {
        Advice advice = replicas.each();
        Advice.Recommendation recommendation = advice.recommendation();
        return new AdviceData(
                advice.conclusion(),
                advice.reachability().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                replicas.whole().perSecond(),
                replicas.whole().cores(),
                replicas.whole().p99Ms(),
                replicas.count(),
                fleet(replicas),
                recommendation == null ? null : recommended(recommendation),
                advice.pools().stream().map(AdviceData::predicted).toList(),
                advice.strategies().stream().map(AdviceData::predicted).toList(),
                advice.whatIfs().stream().map(AdviceData::predicted).toList(),
                verification.map(AdviceData::measured).orElse(null));
    }

    private static @Nullable Fleet fleet(Replicas replicas) {
        Outlook usual = replicas.usual();
        return usual == null ? null : new Fleet(
                replicas.lost(), replicas.perSecond(), replicas.busy(), replicas.busyAfterLoss(), predicted(usual),
                replicas.callsInFlight(), replicas.connections());
    }

    private static Recommended recommended(Advice.Recommendation recommendation) {
        SimulationResult predicted = recommendation.predicted();
        return new Recommended(recommendation.strategy(), recommendation.io(), recommendation.cpu(),
                recommendation.maxInFlight(), recommendation.httpThreads(), recommendation.highestPerSecond(),
                finite(predicted.p50Ms()), finite(predicted.p99Ms()), halfWidth(predicted.get(Figure.P99_MS)));
    }

    private static Predicted predicted(Outlook outlook) {
        return new Predicted(outlook.name(), outlook.io(), outlook.highestPerSecond(), outlook.achievedPerSecond(),
                finite(outlook.p50Ms()), finite(outlook.p99Ms()), halfWidth(outlook.simulatedP99()), outlook.meetsObjective());
    }

    private static List<MeasuredPool> measured(Verification verification) {
        return verification.rows().stream()
                .map(row -> {
                    PointFigures figures = row.figures();
                    return figures == null
                            ? new MeasuredPool(row.io(), null, null, null, null, null, row.failure())
                            : new MeasuredPool(row.io(), figures.achievedPerSecond(), figures.errorShare(), figures.p50Ms(),
                                    figures.p99Ms(), verification.meets(figures), null);
                })
                .toList();
    }

    private static @Nullable Double halfWidth(SimulatedMean mean) {
        return Double.isFinite(mean.mean()) ? mean.halfWidth() : null;
    }

    private static @Nullable Double finite(double ms) {
        return Double.isFinite(ms) ? ms : null;
    }
}
