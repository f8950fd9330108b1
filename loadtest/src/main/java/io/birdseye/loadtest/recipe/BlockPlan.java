package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.trial.Subject;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison does beyond one trial of every strategy in a fixed number of blocks. Pairs run close together, as A
 * B B A: whatever changes steadily meanwhile adds the same to both. Further blocks follow until a precision.
 */
public record BlockPlan(List<Pair> pairs, Optional<Precision> precision) {

    /** One trial of every strategy in each block, and no more blocks than asked for. */
    public static final BlockPlan PLAIN = new BlockPlan(List.of(), Optional.empty());

    public BlockPlan {
        pairs = List.copyOf(pairs);
        Set<String> seen = new HashSet<>();
        for (Pair pair : pairs) {
            if (!seen.add(pair.first()) || !seen.add(pair.second())) {
                throw new IllegalArgumentException("a strategy can belong to one pair only: " + pairs);
            }
        }
    }

    /** Two strategies that are to be told apart. */
    public record Pair(String first, String second) {

        /** Takes the names two by two; refuses one that is left over or not compared. */
        public static List<Pair> of(List<String> names, List<String> strategies) {
            if (names.size() % 2 != 0) {
                throw new IllegalArgumentException("pairs are an even number of strategies, but are " + names);
            }
            List<String> unknown = names.stream().filter(name -> !strategies.contains(name)).toList();
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("a pair needs strategies that are compared; not among them: "
                        + String.join(", ", unknown));
            }
            return IntStream.range(0, names.size() / 2)
                    .mapToObj(i -> new Pair(names.get(2 * i), names.get(2 * i + 1)))
                    .toList();
        }
    }

    /** How far an interval of a ratio to the best may reach; no block begins that would end after {@code most}. */
    public record Precision(double share, Duration most) {

        public Precision {
            if (!(share > 0)) {
                throw new IllegalArgumentException("a precision must be above 0, but is " + share);
            }
        }
    }

    /** Until the precision is reached, or its time over; without one there are no blocks but those asked for. */
    BlockSeries.Goal goal(
            Function<List<Trial>, Results> results, Path folder, DoubleSupplier elapsedSeconds, double trialSeconds) {
        return precision.<BlockSeries.Goal>map(wanted -> (trials, missing) -> {
            Ranking ranking = ComparisonTable.of(results.apply(trials), folder).ranking();
            return ranking != null && ranking.precision() <= wanted.share()
                    || missing > 0 && elapsedSeconds.getAsDouble() + missing * trialSeconds > wanted.most().toMillis() / 1e3;
        }).orElse((_, _) -> true);
    }

    /** How many trials are missing to the blocks asked for; null for none. */
    static @Nullable Integer toCome(int blocks, int trialsOfEach, int measured) {
        int missing = blocks * trialsOfEach - measured;
        return missing > 0 ? (Integer) missing : null;
    }

    /** How many trials a block has: pairs run twice with each combination of axis values. */
    public int trials(Subject subject) {
        List<RowKey> rows = subject.rows();
        long setups = rows.stream().map(RowKey::axes).distinct().count();
        return Math.toIntExact(rows.size() + 2 * pairs.size() * setups);
    }
}
