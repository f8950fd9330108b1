package io.birdseye.planning.calibration;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.model.Topology;
import io.birdseye.planning.accuracy.AccuracyTable;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.planning.calibration.Predictor.Host;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import io.birdseye.report.capacity.Sizing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predicts every strategy for one load.
 *
 * @param asked load, limits and deadline; limits that are empty follow from load, upstreams and cores
 * @param upstreams the latencies of each group's calls
 * @param otherCores cores of a machine that the service has to itself; empty for the calibrated machine, which injector
 *     and mock share
 */
public record StrategyPredictions(
        CalibrationFile file,
        PointSettings asked,
        List<List<Latency>> upstreams,
        Optional<Integer> otherCores,
        RunLength runLength) {

    /** Predicts the strategies of a menu, and writes the figures as text, with the accuracy of such predictions. */
    public String text(StrategyMenu strategies) {
        int cores = otherCores.orElse(file.cores());
        Sizing sizing = Sizing.of(
                asked.load(),
                upstreams.stream().flatMap(List::stream).map(latency -> Math.max(1, latency.meanMs())).toList(),
                asked.deadline().toMillis(),
                cores,
                Sizing.DEFAULT_HEADROOM);
        var budgets = asked.limits().budgets(sizing);
        var service = asked.limits().service(sizing, asked.deadline(), List.of());
        Host host = new Host(
                cores, otherCores.isEmpty(), service.httpThreads(), service.maxInFlight(), asked.deadline().toMillis());
        List<StrategyMenu.Option> menu = strategies.with(budgets.ioConcurrency(), budgets.cpuConcurrency());
        int width = menu.stream().mapToInt(option -> option.name().length()).max().orElse(1);
        StringBuilder text = new StringBuilder(Format.text(
                "Predicted for %s on %d cores%s, pools of %d for calls and %d for combinations, %d requests admitted.%n%n",
                asked.load().describe(), cores, otherCores.isEmpty() ? " that injector and mock share" : "",
                budgets.ioConcurrency(), budgets.cpuConcurrency(), service.maxInFlight()));
        CalibratedCosts costs = file.calibration().onCores(file.cores(), cores);
        Map<Topology, SimulationResult> known = new HashMap<>();
        for (StrategyMenu.Option option : menu) {
            SimulationResult result = known.computeIfAbsent(option.topology(), topology ->
                    Predictor.predict(costs, topology, upstreams, host, Traffic.of(asked.load()), runLength));
            text.append(Format.text("%-" + width + "s  %s%n", option.name(), figures(result)));
        }
        return text.append('\n').append(trust(cores)).toString();
    }

    private static String figures(SimulationResult result) {
        if (!(result.p50Ms().mean() > 0)) {
            return "answers no request within the deadline";
        }
        return Format.text(
                "%8.1f/s  p50 %7.0f ms  p99 %7.0f ms  refused %3.0f %%  failed %3.0f %%  cores %3.0f %%",
                result.achievedPerSecond().mean(), result.p50Ms().mean(), result.p99Ms().mean(),
                100 * result.refusedShare().mean(), 100 * result.failedShare().mean(),
                100 * result.usage().cores().mean());
    }

    private String trust(int cores) {
        return "How far to trust it: " + AccuracyTable.sentence(file.accuracy()) + "\n  " + file.machine() + "\n"
                + (cores > file.cores()
                        ? "  That was on " + file.cores() + " cores; it is an assumption that contention does not grow"
                                + " with more of them.\n"
                        : "")
                + "  A prediction holds only for the layout, size, collector and JDK of the calibration;"
                + " docs/prediction.md lists what else it does not contain.\n";
    }
}
