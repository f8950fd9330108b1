package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.recipe.BlockPlan.Pair;
import io.birdseye.loadtest.recipe.BlockPlan.Precision;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs trials block by block, each block in a random order of its own, until there are enough. The order depends on the
 * seed, the strategies and the pairs only, so an interrupted series goes on where it was.
 */
final class BlockSeries {

    private final List<List<String>> units;
    private final Random random;
    private int block;

    /** Measures one trial, or reads one that is kept. */
    interface Runner {

        Trial run(TrialSlot slot) throws TrialFailure, IOException, InterruptedException;

        boolean isKept(TrialSlot slot) throws IOException;

        /** Is told after each trial what is known, in the order in which it was run. */
        void known(List<Trial> soFar) throws IOException;
    }

    /**
     * When to stop.
     *
     * @param reached the precision of the trials so far, as a share; not a number where there is none yet
     * @param elapsedSeconds since the start
     * @param trialSeconds how long a trial takes, roughly
     */
    record Goal(
            Precision precision,
            ToDoubleFunction<List<Trial>> reached,
            DoubleSupplier elapsedSeconds,
            double trialSeconds) {

        boolean isMet(List<Trial> trials) {
            return reached.applyAsDouble(trials) <= precision.share();
        }

        boolean isTooLate(int missing) {
            return missing > 0
                    && elapsedSeconds.getAsDouble() + missing * trialSeconds > precision.most().toMillis() / 1e3;
        }
    }

    BlockSeries(List<String> strategies, List<Pair> pairs, long seed) {
        List<String> paired = pairs.stream().flatMap(pair -> Stream.of(pair.first(), pair.second())).toList();
        units = Stream.concat(
                        strategies.stream().filter(strategy -> !paired.contains(strategy)).map(List::of),
                        pairs.stream().map(pair -> List.of(pair.first(), pair.second())))
                .toList();
        random = new Random(seed);
    }

    /**
     * Runs blocks.
     *
     * @param least so many at least
     * @param goal until which there are more; null for no more
     * @return the trials in the order in which they were run
     */
    List<Trial> run(int least, @Nullable Goal goal, Runner runner)
            throws TrialFailure, IOException, InterruptedException {
        List<Trial> trials = new ArrayList<>();
        while (true) {
            List<TrialSlot> slots = nextBlock();
            if (block > least && (goal == null || goal.isMet(trials) || goal.isTooLate(missing(slots, runner)))) {
                return trials;
            }
            for (TrialSlot slot : slots) {
                trials.add(runner.run(slot));
                runner.known(trials);
            }
        }
    }

    private static int missing(List<TrialSlot> slots, Runner runner) throws IOException {
        int missing = 0;
        for (TrialSlot slot : slots) {
            missing += runner.isKept(slot) ? 0 : 1;
        }
        return missing;
    }

    /** Strategies and pairs in random order, and in each pair a random first one. */
    List<TrialSlot> nextBlock() {
        block++;
        List<List<String>> shuffled = new ArrayList<>(units);
        Collections.shuffle(shuffled, random);
        List<TrialSlot> slots = new ArrayList<>();
        for (List<String> unit : shuffled) {
            boolean swapped = unit.size() == 2 && random.nextBoolean();
            List<String> order = swapped ? unit.reversed() : unit;
            order.forEach(strategy -> slots.add(new TrialSlot(block, strategy, 1)));
            if (unit.size() == 2) {
                order.reversed().forEach(strategy -> slots.add(new TrialSlot(block, strategy, 2)));
            }
        }
        return slots;
    }
}
