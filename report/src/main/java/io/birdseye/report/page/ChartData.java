package io.birdseye.report.page;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.Load;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code report.js} draws.
 *
 * @param askedPerSecond the rate of an open load, else null
 * @param floors each different floor once
 */
record ChartData(@Nullable Double askedPerSecond, List<FloorLine> floors, List<Series> strategies) {

    /** A line across the latency charts. */
    record FloorLine(String name, double ms) {}

    /** One strategy; figures are null where nothing was measured. */
    record Series(
            String name,
            boolean keptUp,
            @JsonUnwrapped @Nullable LatencyProfile profile,
            @Nullable Double offered,
            @Nullable Double achieved,
            double most,
            String reason,
            @Nullable TimeSplit time) {}

    static ChartData of(ComparisonTable comparison) {
        Load load = comparison.results().settings().load();
        List<FloorLine> floors = new ArrayList<>();
        for (boolean inTurn : new boolean[] {false, true}) {
            comparison.rows().stream()
                    .filter(row -> row.floorMs() > 0 && row.topology().callsInTurn() == inTurn)
                    .findFirst()
                    .ifPresent(row ->
                            floors.add(new FloorLine(inTurn ? "floor, calls in turn" : "floor", row.floorMs())));
        }
        return new ChartData(load.model() == Load.Model.OPEN ? load.ratePerSecond() : null, floors,
                comparison.rows().stream().map(ChartData::series).toList());
    }

    private static Series series(Row row) {
        Measured figures = row.figures();
        return new Series(
                row.strategy(),
                row.standing().keptUp(),
                row.profile(),
                figures == null ? null : figures.offeredPerSecond(),
                figures == null ? null : figures.achievedPerSecond(),
                row.prediction().perSecond(),
                row.prediction().reason(),
                figures == null ? null : TimeSplit.of(figures.tasks()));
    }
}
