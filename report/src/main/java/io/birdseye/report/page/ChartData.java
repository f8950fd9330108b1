package io.birdseye.report.page;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.Load;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.AxisEffects;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code report.js} draws.
 *
 * @param askedPerSecond the rate of an open load, else null
 * @param first the strategies whose lines have a colour at first
 */
record ChartData(
        @Nullable Double askedPerSecond, List<FloorLine> floors, List<StrategyData> strategies, List<Integer> first) {

    /** A line across the latency charts. */
    record FloorLine(String name, double ms) {}

    /** One row; figures are null where nothing was measured. */
    record StrategyData(
            String name, SortedMap<String, String> groups, boolean keptUp,
            @JsonUnwrapped @Nullable LatencyProfile profile,
            @Nullable Double offered,
            @Nullable Double achieved,
            @Nullable Double most,
            String reason,
            @Nullable TimeSplit time,
            @Nullable ResponseParts parts) {}

    static ChartData of(ComparisonTable comparison, List<Integer> first) {
        Load load = comparison.results().settings().load();
        boolean varied = !comparison.results().settings().varied().isEmpty();
        return new ChartData(
                load.model() == Load.Model.OPEN ? load.ratePerSecond() : null,
                comparison.floors().stream().limit(1)
                        .map(floor -> new FloorLine((varied ? "lowest " : "") + "floor", floor.ms()))
                        .toList(),
                comparison.rows().stream().map(ChartData::strategy).toList(), first);
    }

    private static StrategyData strategy(Row row) {
        SortedMap<String, String> groups = new TreeMap<>(row.key().axes());
        groups.put(AxisEffects.STRATEGY, row.key().strategy());
        return new StrategyData(row.name(), groups, row.standing().keptUp(), row.profile(),
                row.figure(Measured::offeredPerSecond), row.figure(Measured::achievedPerSecond),
                row.limitKnown() ? (Double) row.limit().perSecond() : null, row.limit().reason(),
                row.figure(figures -> TimeSplit.of(figures.work().tasks())), row.figure(Measured::parts));
    }
}
