package io.birdseye.report.diff;

import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.BlockFigures;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Standing;
import io.birdseye.report.table.Standing.Grade;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What one result says of one row: a strategy, with its axis values where there are some.
 *
 * @param result {@code old} or {@code new}
 * @param blocks all blocks of the strategy; none where the result has no trial of it
 */
record DiffSide(String result, String strategy, List<Row.Block> blocks, List<Trial> trials) {

    static DiffSide of(String result, String strategy, ComparisonTable table) {
        return new DiffSide(
                result,
                strategy,
                table.rows().stream()
                        .filter(row -> row.name().equals(strategy))
                        .flatMap(row -> row.blocks().stream())
                        .toList(),
                table.results().trials().stream().filter(trial -> trial.row().label().equals(strategy)).toList());
    }

    /** How the valid blocks ended. */
    List<Standing> judged() {
        return blocks.stream().map(Row.Block::standing).filter(each -> each.grade() != Grade.INVALID).toList();
    }

    String whyNotJudged() {
        return (blocks.isEmpty() ? "no trial of it" : "no valid trial of it") + " in the " + result + " result";
    }

    /** Of the valid blocks, of which there is one at least. */
    Standing worst() {
        return judged().stream().max(Comparator.comparing(Standing::grade)).orElseThrow();
    }

    /** {@code fell behind in 2 of 3 valid blocks: 12 errors (503)}. */
    String standing() {
        Standing worst = worst();
        long same = judged().stream().filter(each -> each.grade() == worst.grade()).count();
        return worst.grade().words() + " in " + same + " of " + judged().size() + " valid blocks"
                + (worst.keptUp() ? "" : ": " + worst.reason());
    }

    /** The trials of the valid blocks that came to their end. */
    List<Trial> counted() {
        Set<Integer> valid = blocks.stream()
                .filter(block -> block.standing().grade().compareTo(Grade.INVALID) < 0)
                .map(Row.Block::block)
                .collect(Collectors.toSet());
        return trials.stream().filter(trial -> valid.contains(trial.block())).toList();
    }

    /** One figure for each of those blocks. */
    SortedMap<Integer, Double> figures(ToDoubleFunction<Measured> figure) {
        return BlockFigures.of(counted(), figure);
    }

    long errors() {
        return Trial.measured(counted()).mapToLong(Measured::errors).sum();
    }
}
