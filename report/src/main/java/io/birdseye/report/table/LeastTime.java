package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Excess;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The floor that a row is held against: what one request takes alone with the fastest topology of the table, at the axis
 * values of the row. So a strategy that makes its calls in turn has the wait for them in its excess.
 *
 * @param ms geometric mean over the blocks that count; what was found before the trials where no block tells; not a
 *     number where nothing is known
 * @param excessHalfMs the half width of the 95 % interval of median response time less floor; null where there is none
 * @param exact whether it follows from configured times, and was not measured
 */
public record LeastTime(double ms, @Nullable Interval interval, @Nullable Double excessHalfMs, boolean exact) {

    static final LeastTime UNKNOWN = new LeastTime(Double.NaN, null, null, false);

    /** {@code 205 ms (204 to 206)}, or {@code about 205 ms} where it has no interval. */
    public String inWords() {
        return interval == null
                ? (exact ? "" : "about ") + Format.ms(ms)
                : Format.ms(ms) + " (" + Format.range(interval.low(), interval.high(), "").strip() + ")";
    }

    static List<Row> with(Results results, List<Row> rows, Optional<CommonBlocks> common) {
        // A trial that failed before the service told of its threads says nothing of its calls.
        List<Row> known = rows.stream().filter(row -> row.topology().ioThreads() > 0).toList();
        boolean inTurn = !known.isEmpty() && known.stream().allMatch(row -> row.topology().callsInTurn());
        Map<SortedMap<String, String>, Setup> setups = new HashMap<>();
        return rows.stream()
                .map(row -> row.with(setups.computeIfAbsent(row.key().axes(), _ -> Setup.of(results, rows, row.key(), inTurn, common))
                        .of(row)))
                .toList();
    }

    /** One combination of axis values. */
    private record Setup(LeastTime floor, Optional<Excess> excess, Optional<CommonBlocks> common) {

        static Setup of(Results results, List<Row> rows, RowKey key, boolean inTurn, Optional<CommonBlocks> common) {
            SortedMap<Integer, Double> byBlock = new TreeMap<>();
            for (Trial trial : results.trials()) {
                Floor alone = trial.floor();
                if (alone != null && trial.row().axes().equals(key.axes()) && valid(trial, rows)) {
                    byBlock.put(trial.block(), alone.latencyMs(inTurn));
                }
            }
            common.ifPresent(some -> byBlock.keySet().retainAll(some.blocks()));
            if (byBlock.isEmpty()) {
                boolean foreign = results.settings().target() != null;
                Floor before = results.floor(key);
                return new Setup(foreign && before.callMs().isEmpty()
                        ? UNKNOWN
                        : new LeastTime(before.latencyMs(inTurn), null, null, foreign), Optional.empty(), common);
            }
            List<Double> floors = List.copyOf(byBlock.values());
            double ms = Math.exp(floors.stream().mapToDouble(Math::log).average().orElseThrow());
            if (floors.size() < 2) {
                return new Setup(new LeastTime(ms, null, null, false), Optional.empty(), common);
            }
            Optional<Excess> excess = common
                    .flatMap(some -> some.figures(Metric.P50, List.copyOf(byBlock.keySet())))
                    .map(figures -> new Excess(figures, floors));
            return new Setup(new LeastTime(ms, Excess.floor(floors), null, false), excess, common);
        }

        /** On a disturbed machine it says nothing of a request. */
        private static boolean valid(Trial trial, List<Row> rows) {
            return rows.stream()
                    .filter(row -> row.key().equals(trial.row()))
                    .flatMap(row -> row.blocks().stream())
                    .noneMatch(block -> block.block() == trial.block() && block.standing().grade().compareTo(Grade.INVALID) >= 0);
        }

        LeastTime of(Row row) {
            boolean ranked = common.isPresent() && common.get().compares(row);
            return excess.isEmpty() || !ranked
                    ? floor : new LeastTime(floor.ms, floor.interval, excess.get().halfWidth(row.name()), false);
        }
    }
}
