package io.birdseye.report.table;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows that are compared: those that kept up in each of their blocks, over the blocks in which most of them were
 * measured. Their figures everywhere are those of these blocks.
 *
 * @param rows by name
 * @param blocks by number, at least two
 */
record CommonBlocks(Results results, Set<String> rows, List<Integer> blocks) {

    /** Empty where fewer than two rows have two blocks in common. */
    static Optional<CommonBlocks> of(Results results, List<Row> rows) {
        Set<String> kept = rows.stream()
                .filter(row -> row.standing().keptUp())
                .map(Row::name)
                .collect(Collectors.toCollection(TreeSet::new));
        Map<Integer, Set<String>> byBlock = results.trials().stream()
                .filter(trial -> trial.measured() != null && kept.contains(trial.row().label()))
                .collect(Collectors.groupingBy(Trial::block, TreeMap::new,
                        Collectors.mapping(trial -> trial.row().label(), Collectors.toSet())));
        List<Integer> fullest = byBlock.keySet().stream()
                .sorted(Comparator.comparing(block -> -byBlock.getOrDefault(block, Set.of()).size()))
                .toList();
        Optional<CommonBlocks> most = Optional.empty();
        Set<String> common = new TreeSet<>(kept);
        for (int n = 1; n <= fullest.size(); n++) {
            common.retainAll(byBlock.getOrDefault(fullest.get(n - 1), Set.of()));
            if (n >= 2 && common.size() >= Math.max(2, most.map(each -> each.rows.size()).orElse(0))) {
                most = Optional.of(new CommonBlocks(results, new TreeSet<>(common), new ArrayList<>(fullest.subList(0, n))));
            }
        }
        return most;
    }

    /** The trials of a row that count. */
    List<Trial> trials(Row row) {
        return results.trials().stream()
                .filter(trial -> trial.row().equals(row.key()) && blocks.contains(trial.block()))
                .toList();
    }

    /** The figure of each row in each block, in the order of the blocks; empty where one is not known or not above 0. */
    Optional<Map<String, List<Double>>> figures(Function<Measured, @Nullable Double> figure, List<Integer> inBlocks) {
        Map<String, Map<Integer, Double>> all = results.trials().stream()
                .filter(trial -> rows.contains(trial.row().label()) && inBlocks.contains(trial.block()))
                .collect(Collectors.groupingBy(trial -> trial.row().label(), TreeMap::new,
                        Collectors.groupingBy(Trial::block, BlockFigures.mean(measured -> {
                            Double known = figure.apply(measured);
                            return known == null ? Double.NaN : known;
                        }))));
        Map<String, List<Double>> complete = all.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                row -> inBlocks.stream().map(block -> row.getValue().getOrDefault(block, Double.NaN)).toList()));
        return complete.values().stream().flatMap(List::stream).allMatch(ms -> ms > 0 && Double.isFinite(ms))
                ? Optional.of(complete)
                : Optional.empty();
    }

    Optional<Ranking> ranking(Compared by) {
        return figures(by::of, blocks).map(figures -> Ranking.of(figures, results.settings().marginOrDefault()));
    }
}
