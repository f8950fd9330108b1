package io.birdseye.report.diff;

import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.BlockFigures;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.LoadOutcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * What one result says of one row: a strategy, with its axis values where there are some.
 *
 * @param result {@code old} or {@code new}
 */
record DiffSide(String result, String strategy, List<Row.Block> blocks, boolean enough, List<Trial> trials, double mostErrors) {

    static DiffSide of(String result, String strategy, ComparisonTable table) {
        Optional<Row> row = table.rows().stream().filter(each -> each.name().equals(strategy)).findFirst();
        return new DiffSide(result, strategy, row.map(Row::blocks).orElse(List.of()),
                row.filter(each -> each.standing().grade() != Grade.INVALID).isPresent(), row.map(table::trials).orElse(List.of()),
                table.results().settings().validity().mostErrors());
    }

    /** How the valid blocks ended, and those that failed; none where too few are valid. A crash is no disturbance. */
    List<LoadOutcome> judged() {
        return (enough ? blocks : List.<Row.Block>of()).stream()
                .map(Row.Block::standing)
                .filter(each -> each.grade() != Grade.INVALID)
                .toList();
    }

    String whyNotJudged() {
        return (blocks.isEmpty() ? "no trial of it" : blocks.stream().noneMatch(Row.Block::isValid) ? "no valid trial of it" : "too few valid trials of it")
                + " in the " + result + " result";
    }

    /** Of the valid blocks, of which there is one at least. */
    LoadOutcome worst() {
        return judged().stream().max(Comparator.comparing(LoadOutcome::grade)).orElseThrow();
    }

    /** {@code fell behind in 2 of 3 valid blocks: 12 errors (503)}. */
    String standing() {
        LoadOutcome worst = worst();
        long same = judged().stream().filter(each -> each.grade() == worst.grade()).count();
        return worst.grade().words() + " in " + same + " of " + judged().size() + " valid blocks"
                + (worst.keptUp() ? "" : ": " + worst.reason());
    }

    /** The trials of the valid blocks that came to their end. */
    List<Trial> counted() {
        Set<Integer> valid = (enough ? blocks : List.<Row.Block>of()).stream()
                .filter(Row.Block::isValid).map(Row.Block::block).collect(Collectors.toSet());
        return trials.stream().filter(trial -> valid.contains(trial.block())).toList();
    }

    /** One figure for each of those blocks. */
    SortedMap<Integer, Double> figures(Metric figure) {
        return BlockFigures.of(counted(), figure::orNaN);
    }

    long errors() {
        return Trial.measured(counted()).mapToLong(Measured::errors).sum();
    }

    /** Of how many. */
    long requests() {
        return errors() + Trial.measured(counted()).mapToLong(Measured::requests).sum();
    }

    boolean tooManyErrors() {
        return LoadOutcome.isMore(errors(), requests(), mostErrors);
    }
}
