package io.birdseye.planning.calibration;

import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predictions as data for other programs.
 *
 * @param load in words
 * @param shared whether injector and mock run on the same cores
 * @param accuracy how far such predictions were off at points that were measured, in words
 * @param hits how many of those points were predicted within the errors that count as a hit
 * @param nullHits how many of them delays, pool and load alone predict as well
 * @param points how many there are
 * @param replicas how many instances share the load; the figures are those of one of them
 * @param afterLoss the same when one of them is lost; null for a single one
 */
public record PredictionData(
        String load,
        int cores,
        boolean shared,
        int ioConcurrency,
        int cpuConcurrency,
        int maxInFlight,
        String accuracy,
        long hits,
        long nullHits,
        int points,
        List<Line> strategies,
        int replicas,
        @Nullable List<Line> afterLoss) {

    public PredictionData {
        strategies = List.copyOf(strategies);
    }

    /**
     * One strategy. Shares are of 1; {@code busyShare} is of the machine.
     *
     * @param p50Ms null if no request is answered within the deadline
     * @param p99Ms null if no request is answered within the deadline
     */
    public record Line(
            String strategy,
            double achievedPerSecond,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            double refusedShare,
            double failedShare,
            double busyShare) {}

    /** Takes them from predictions. */
    public static PredictionData of(ReplicaPredictions replicas) {
        StrategyPredictions predictions = replicas.usual();
        StrategyPredictions left = replicas.afterLoss();
        Accuracy accuracy = predictions.file().accuracy();
        return new PredictionData(
                predictions.load().describe(), predictions.cores(), predictions.shared(),
                predictions.pools().ioConcurrency(), predictions.pools().cpuConcurrency(),
                predictions.service().maxInFlight(), accuracy.sentence(), accuracy.hits(), accuracy.nullHits(),
                accuracy.points().size(),
                lines(predictions), replicas.count(), left == null ? null : lines(left));
    }

    private static List<Line> lines(StrategyPredictions predictions) {
        return predictions.strategies().stream().map(each -> line(each.name(), each.figures())).toList();
    }

    private static Line line(String strategy, SimulationResult figures) {
        boolean answers = figures.p50Ms() > 0;
        return new Line(strategy, figures.achievedPerSecond(), answers ? figures.p50Ms() : null,
                answers ? figures.p99Ms() : null, figures.mean(Figure.REFUSED_SHARE), figures.mean(Figure.FAILED_SHARE),
                figures.mean(Figure.CORES));
    }
}
