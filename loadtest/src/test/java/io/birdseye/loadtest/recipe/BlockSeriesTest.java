package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.recipe.BlockPlan.Pair;
import io.birdseye.loadtest.recipe.BlockSeries.Order;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockSeriesTest {

    private static final List<String> STRATEGIES = List.of("a", "b", "c", "d", "e");
    private static final double TRIAL_SECONDS = 10;
    private static final BlockSeries.Goal NO_MORE = (measured, missing) -> true;

    /** Trials that take ten seconds of a clock that nobody waits for. */
    private static class FakeRunner implements BlockSeries.Runner {

        /** Lanes keep and look at the same time. */
        final Set<TrialSlot> kept = ConcurrentHashMap.newKeySet();
        final List<TrialSlot> measured = new ArrayList<>();
        double seconds;

        @Override
        public synchronized List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, InterruptedException {
            slots.stream().filter(kept::add).forEach(slot -> {
                measured.add(slot);
                seconds += TRIAL_SECONDS;
            });
            return slots.stream().map(slot -> slot.failed("")).toList();
        }

        @Override
        public boolean isKept(TrialSlot slot) {
            return kept.contains(slot);
        }

        @Override
        public void known(List<Trial> soFar) {
            assertThat(soFar).last().satisfies(trial -> assertThat(kept).contains(
                    new TrialSlot(trial.block(), trial.strategy(), 1)));
        }

        /** Reached as soon as so many trials are there. */
        BlockSeries.Goal goal(int trials, Duration most) {
            double start = seconds;
            return (measured, missing) -> measured.size() >= trials
                    || missing > 0 && seconds - start + missing * TRIAL_SECONDS > most.toSeconds();
        }
    }

    private static BlockSeries series(List<Pair> pairs) {
        return series(STRATEGIES, pairs, 7);
    }

    private static BlockSeries series(List<String> names, List<Pair> pairs, long seed) {
        return new BlockSeries(names.stream().map(RowKey::of).toList(), pairs, seed);
    }

    @Test
    void aBlockHasEveryStrategyOnceInTheOrderThatTheSeedGives() {
        BlockSeries series = series(List.of());
        Random random = new Random(7);
        for (int block = 1; block <= 4; block++) {
            List<String> expected = new ArrayList<>(STRATEGIES);
            Collections.shuffle(expected, random);

            assertThat(series.nextBlock()).extracting(TrialSlot::strategy)
                    .as("as before there were pairs, so that old folders go on").isEqualTo(expected);
        }
    }

    @Test
    void aPairRunsAsABBAInEveryBlockAndEitherMayBeFirst() {
        BlockSeries series = series(List.of(new Pair("b", "d")));
        Set<String> orders = new HashSet<>();
        Set<Integer> places = new HashSet<>();
        for (int block = 1; block <= 40; block++) {
            List<TrialSlot> slots = series.nextBlock();
            List<String> order = slots.stream().map(TrialSlot::strategy).toList();
            int first = order.stream().filter(List.of("b", "d")::contains).findFirst().map(order::indexOf).orElseThrow();
            orders.add(String.join("", order.subList(first, first + 4)));
            places.add(first);
            assertThat(slots).hasSize(7).doesNotHaveDuplicates();
            assertThat(slots.subList(first, first + 4)).extracting(TrialSlot::turn).containsExactly(1, 1, 2, 2);
        }
        assertThat(orders).containsExactlyInAnyOrder("bddb", "dbbd");
        assertThat(places).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void aSteadyDriftAddsTheSameToBothOfAPair() {
        List<TrialSlot> slots = series(List.of("a", "b"), List.of(new Pair("a", "b")), 1).nextBlock();

        assertThat(sumOfPlaces(slots, "a")).isEqualTo(sumOfPlaces(slots, "b"));
    }

    private static int sumOfPlaces(List<TrialSlot> slots, String strategy) {
        return slots.stream().filter(slot -> slot.strategy().equals(strategy)).mapToInt(slots::indexOf).sum();
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource({
        "3,    0, 3600, 15, as many as asked for without a precision",
        "3,   31, 3600, 35, further ones until it is reached",
        "2, 1000,  249, 20, none that would end too late: four blocks of 50 s",
        "3, 1000,    1, 15, those asked for however long they take",
    })
    void blocksAreMeasuredUntilThePrecisionIsReachedOrTheTimeIsOver(int least, int enough, long seconds, int trials, String why)
            throws Exception {
        FakeRunner runner = new FakeRunner();
        BlockSeries.Goal goal = enough == 0 ? NO_MORE : runner.goal(enough, Duration.ofSeconds(seconds));

        List<Trial> measured = series(List.of()).run(new Order(least, goal, 1, 0), runner);

        assertThat(measured).as(why).hasSize(trials).last().satisfies(trial -> assertThat(trial.block()).isEqualTo(trials / 5));
        assertThat(runner.measured).hasSize(trials);
    }

    @Test
    void anInterruptedSeriesGoesOnWithWhatIsMissingAndWhatIsKeptCostsNoTime() throws Exception {
        FakeRunner runner = new FakeRunner();
        series(List.of()).run(new Order(4, NO_MORE, 1, 0), runner);
        runner.measured.clear();

        List<Trial> trials = series(List.of()).run(new Order(2, runner.goal(1_000, Duration.ofSeconds(60)), 1, 0), runner);

        assertThat(trials).as("four kept blocks and one more").hasSize(25);
        assertThat(runner.measured).extracting(TrialSlot::block).containsOnly(5);
    }

    @Test
    void pairsAreTwoStrategiesEachThatAreCompared() {
        assertThat(Pair.of(List.of("a", "b", "e", "d"), STRATEGIES)).containsExactly(new Pair("a", "b"), new Pair("e", "d"));
        assertThatThrownBy(() -> Pair.of(List.of("a", "b", "c"), STRATEGIES)).hasMessageContaining("an even number");
        assertThatThrownBy(() -> Pair.of(List.of("a", "x"), STRATEGIES)).hasMessageEndingWith("not among them: x");
        assertThatThrownBy(() -> new BlockPlan(List.of(new Pair("a", "b"), new Pair("b", "c")), Optional.empty()))
                .hasMessageContaining("one pair only");
    }

    @Test
    void blocksRunAtOnceInLanesAndEachStaysInItsLane() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        Map<Integer, Set<Integer>> lanes = new ConcurrentHashMap<>();
        FakeRunner runner = new FakeRunner() {
            @Override
            public List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, InterruptedException {
                TrialSlot slot = slots.getFirst();
                lanes.computeIfAbsent(slot.block(), block -> ConcurrentHashMap.newKeySet()).add(lane);
                if (slot.block() <= 2) {
                    assertThatCode(() -> together.await(10, TimeUnit.SECONDS)).doesNotThrowAnyException();
                }
                return super.run(slots, lane);
            }
        };

        List<Trial> trials = series(List.of()).run(new Order(3, NO_MORE, 2, 0), runner);

        assertThat(lanes).isEqualTo(Map.of(1, Set.of(1), 2, Set.of(2), 3, Set.of(1)));
        assertThat(trials).as("block by block, each in its order").extracting(Trial::block)
                .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3);
        assertThat(trials.subList(10, 15)).extracting(Trial::strategy)
                .isEqualTo(thirdBlock());
    }

    private static List<String> thirdBlock() {
        BlockSeries series = series(List.of());
        series.nextBlock();
        series.nextBlock();
        return series.nextBlock().stream().map(TrialSlot::strategy).toList();
    }

    @Test
    void whatFailsInOneLaneEndsTheOthers() {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        FakeRunner runner = new FakeRunner() {
            @Override
            public List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, InterruptedException {
                if (lane == 1) {
                    waiting.await();
                    throw new TrialFailure("the cluster is gone");
                }
                waiting.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    ended.countDown();
                    throw e;
                }
                throw new AssertionError("nobody counts down");
            }
        };

        assertThatThrownBy(() -> series(List.of()).run(new Order(2, NO_MORE, 2, 0), runner)).hasMessage("the cluster is gone");
        assertThat(ended.getCount()).isZero();
    }

    /** Blocks beyond those that are asked for come one by one: each of them needs a reason. */
    @Test
    void someBlocksAreMeasuredInOneGoInTheOrderOfTheSeed() throws Exception {
        List<List<TrialSlot>> goes = new ArrayList<>();
        FakeRunner runner = new FakeRunner() {
            @Override
            public List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, InterruptedException {
                goes.add(slots);
                return super.run(slots, lane);
            }
        };

        List<Trial> trials = series(List.of()).run(new Order(3, runner.goal(21, Duration.ofHours(1)), 1, 2), runner);

        assertThat(goes).extracting(List::size).containsExactly(10, 5, 5, 5);
        assertThat(trials).extracting(Trial::strategy)
                .isEqualTo(goes.stream().flatMap(List::stream).map(TrialSlot::strategy).toList())
                .startsWith(series(List.of()).nextBlock().stream().map(TrialSlot::strategy).toArray(String[]::new));
        assertThat(trials.subList(10, 15)).extracting(Trial::strategy).isEqualTo(thirdBlock());
    }
}
