package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.Parallel;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs trials block by block, each block in a random order of its own, until there are enough. The order depends on the
 * seed, the rows and the pairs only, so an interrupted series goes on where it was.
 */
final class BlockSeries {

    private final List<List<RowKey>> units;
    private final Random random;
    private int block;

    /** Measures trials, or reads those that are kept. Lanes use it at once. */
    interface Runner {

        /**
         * @param slots one, or those of some blocks that are measured in one go
         * @param lane counted from 1; a block stays in one, and so do the trials that are compared with one another
         */
        List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, IOException, InterruptedException;

        boolean isKept(TrialSlot slot) throws IOException;

        /** Is told after each trial what is known, in the order in which it was run. */
        void known(List<Trial> soFar) throws IOException;
    }

    /** Whether no further block is measured, whose missing trials would take their time. */
    interface Goal {
        boolean isMet(List<Trial> trials, int missing);
    }

    /** @param pairs run close together with the same axis values */
    BlockSeries(List<RowKey> rows, List<BlockPlan.Pair> pairs, long seed) {
        List<String> paired = pairs.stream().flatMap(pair -> Stream.of(pair.first(), pair.second())).toList();
        List<SortedMap<String, String>> setups = rows.stream().map(RowKey::axes).distinct().toList();
        units = Stream.concat(
                        rows.stream().filter(row -> !paired.contains(row.strategy())).map(List::of),
                        pairs.stream().flatMap(pair -> setups.stream()
                                .map(axes -> List.of(new RowKey(pair.first(), axes), new RowKey(pair.second(), axes)))))
                .toList();
        random = new Random(seed);
    }

    /** Least blocks, more until the goal; {@code inOneGo} of the first at once, or 0 for a trial at a time. */
    record Order(int least, Goal goal, int lanes, int inOneGo) {}

    /** The trials, block by block, in the order in which they were run. What fails in one lane ends the others. */
    List<Trial> run(Order order, Runner runner) throws TrialFailure, IOException, InterruptedException {
        List<Trial> trials = new ArrayList<>();
        while (true) {
            List<List<List<TrialSlot>>> lanes = new ArrayList<>();
            while (lanes.size() < order.lanes()) {
                List<TrialSlot> slots = nextBlock();
                if (block > order.least() && order.goal().isMet(trials, missing(slots, runner))) {
                    return with(trials, lanes, runner);
                }
                for (int blocks = 1; blocks < order.inOneGo() && block < order.least(); blocks++) {
                    slots.addAll(nextBlock());
                }
                lanes.add(order.inOneGo() > 0 ? List.of(slots) : slots.stream().map(List::of).toList());
            }
            trials = with(trials, lanes, runner);
        }
    }

    private static List<Trial> with(List<Trial> before, List<List<List<TrialSlot>>> lanes, Runner runner)
            throws TrialFailure, IOException, InterruptedException {
        List<Trial> known = new ArrayList<>(before);
        List<Trial> trials = new ArrayList<>(before);
        List<Parallel.Work<List<Trial>>> work = IntStream.range(0, lanes.size())
                .<Parallel.Work<List<Trial>>>mapToObj(i -> () -> lane(lanes.get(i), i + 1, known, runner))
                .toList();
        Parallel.run(work).forEach(trials::addAll);
        return trials;
    }

    /** @param known of all lanes */
    private static List<Trial> lane(List<List<TrialSlot>> lane, int number, List<Trial> known, Runner runner)
            throws TrialFailure, IOException, InterruptedException {
        List<Trial> trials = new ArrayList<>();
        for (List<TrialSlot> slots : lane) {
            for (Trial trial : runner.run(slots, number)) {
                trials.add(trial);
                synchronized (known) {
                    known.add(trial);
                    runner.known(List.copyOf(known));
                }
            }
        }
        return trials;
    }

    private static int missing(List<TrialSlot> slots, Runner runner) throws IOException {
        int missing = 0;
        for (TrialSlot slot : slots) {
            missing += runner.isKept(slot) ? 0 : 1;
        }
        return missing;
    }

    /** Rows and pairs in random order, and in each pair a random first one. */
    List<TrialSlot> nextBlock() {
        block++;
        List<List<RowKey>> shuffled = new ArrayList<>(units);
        Collections.shuffle(shuffled, random);
        List<TrialSlot> slots = new ArrayList<>();
        for (List<RowKey> unit : shuffled) {
            boolean swapped = unit.size() == 2 && random.nextBoolean();
            List<RowKey> order = swapped ? unit.reversed() : unit;
            order.forEach(row -> slots.add(new TrialSlot(block, row, 1)));
            if (unit.size() == 2) {
                order.reversed().forEach(row -> slots.add(new TrialSlot(block, row, 2)));
            }
        }
        return slots;
    }
}
