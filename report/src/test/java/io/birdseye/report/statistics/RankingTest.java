package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.report.statistics.Ranking.Place;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulated comparisons with fixed seeds: every seed gives the same tables, so a rate below is no matter of chance. By
 * night there are five times as many.
 */
class RankingTest {

    private static final int STRATEGIES = 29;

    /** How much a fresh JVM is off, in units of the noise. */
    private enum Noise {
        NORMAL,
        A_THIRD_TWICE,
        HALF_TWICE,
        ONE_WILD,
        /** One JVM in ten is far off: compiled otherwise, or disturbed. */
        OUTLIERS;

        double of(int strategy, Random random) {
            double jvm = random.nextGaussian();
            return jvm * switch (this) {
                case NORMAL -> 1;
                case A_THIRD_TWICE -> strategy % 3 == 1 ? 2 : 1;
                case HALF_TWICE -> strategy % 2 == 1 ? 2 : 1;
                case ONE_WILD -> strategy == 1 ? 10 : 1;
                case OUTLIERS -> random.nextInt(10) == 0 ? 8 : 1;
            };
        }
    }

    /** Of strategies s0, s1, ...: s0 takes the given ratio of the others; blocks differ by 5 %. */
    private record Table(int strategies, int blocks, double noise, Noise kind, double ratio) {

        Ranking ranking(int seed) {
            Random random = new Random(seed);
            double[] block = random.doubles(blocks).map(x -> 0.1 * x).toArray();
            Map<String, List<Double>> figures = new HashMap<>();
            for (int s = 0; s < strategies; s++) {
                double truth = s == 0 ? ratio : 1;
                int strategy = s;
                figures.put("s" + s, Arrays.stream(block)
                        .map(b -> 200 * truth * Math.exp(b + noise * kind.of(strategy, random)))
                        .boxed().toList());
            }
            return Ranking.of(figures);
        }
    }

    /**
     * @param tables from which a rate is taken
     * @param powerTables from which a power is taken, which thousands tell to within a percent or two
     */
    record Effort(int tables, List<Integer> powerStrategies, List<Integer> powerBlocks, int powerTables, double powerWithin) {}

    Effort effort() {
        return new Effort(40, List.of(2, 5, 12), List.of(3), 100, 0.07);
    }

    /** The share of tables in which any strategy is called slower. */
    private double falseAlarms(Table table) {
        return mean(table, ranking -> ranking.places().stream().anyMatch(place -> place.verdict().shownSlower()) ? 1 : 0);
    }

    private double found(Table table) {
        return mean(table, ranking -> shownSlower(ranking, "s0") ? 1 : 0);
    }

    private double mean(Table table, ToDoubleFunction<Ranking> of) {
        return mean(effort().tables(), table, of);
    }

    private static double mean(int tables, Table table, ToDoubleFunction<Ranking> of) {
        return IntStream.range(0, tables).mapToDouble(seed -> of.applyAsDouble(table.ranking(seed))).average().orElseThrow();
    }

    private static boolean shownSlower(Ranking ranking, String strategy) {
        return Objects.requireNonNull(verdicts(ranking).get(strategy)).shownSlower();
    }

    private static Map<String, Verdict> verdicts(Ranking ranking) {
        return ranking.places().stream().collect(Collectors.toMap(Place::strategy, Place::verdict));
    }

    /** At the 1 % of noise that fresh JVMs show on a quiet machine, and at 2 %. */
    @ParameterizedTest
    @CsvSource({"3, 0.01", "3, 0.02", "5, 0.01", "5, 0.02"})
    void ofEqualStrategiesHardlyEverIsOneCalledSlower(int blocks, double noise) {
        assertThat(falseAlarms(new Table(STRATEGIES, blocks, noise, Noise.NORMAL, 1))).isLessThanOrEqualTo(0.02);
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void norWhereSomeStrategiesOrSomeTrialsAreNoisier(Noise kind) {
        assertThat(falseAlarms(new Table(STRATEGIES, 3, 0.01, kind, 1))).as("3 blocks").isLessThanOrEqualTo(0.05);
        assertThat(falseAlarms(new Table(STRATEGIES, 5, 0.015, kind, 1))).as("5 blocks").isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @CsvSource({"3, 0.01", "5, 0.01", "5, 0.015"})
    void aTwinSlowedByFivePercentIsFoundAmong28Equals(int blocks, double noise) {
        assertThat(found(new Table(STRATEGIES, blocks, noise, Noise.NORMAL, 1.05))).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void itIsFoundBesideAWildStrategyToo() {
        assertThat(found(new Table(STRATEGIES, 5, 0.015, Noise.ONE_WILD, 1.05))).isGreaterThanOrEqualTo(0.9);
    }

    @ParameterizedTest
    @CsvSource({"3, 0.01", "5, 0.01", "5, 0.015"})
    void equalStrategiesAreShownToBeAsGoodAsTheBest(int blocks, double noise) {
        Table equals = new Table(STRATEGIES, blocks, noise, Noise.NORMAL, 1);

        assertThat(mean(equals, ranking -> ranking.places().stream().filter(place -> place.verdict() == Verdict.EQUIVALENT).count()))
                .isGreaterThanOrEqualTo(0.8 * (STRATEGIES - 1));
    }

    /** 6 % of difference must be called "as good" as rarely as the confidence says, whatever the noise. */
    @ParameterizedTest
    @CsvSource({"3, 0.005", "3, 0.02", "5, 0.01", "5, 0.02"})
    void whatIsSlowerByMoreThanTheMarginIsHardlyEverCalledAsGood(int blocks, double noise) {
        Table table = new Table(STRATEGIES, blocks, noise, Noise.NORMAL, 1.051);

        assertThat(mean(table, ranking -> verdicts(ranking).get("s0") == Verdict.EQUIVALENT ? 1 : 0))
                .isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 10})
    void twoStrategiesAreComparedAsWell(int blocks) {
        assertThat(falseAlarms(new Table(2, blocks, 0.02, Noise.NORMAL, 1))).isLessThanOrEqualTo(0.025);
        assertThat(falseAlarms(new Table(2, blocks, 0.02, Noise.OUTLIERS, 1))).isLessThanOrEqualTo(0.025);
    }

    /**
     * s0 is faster than all others by the announced ratio: they are called slower in nine of ten tables. The ratio is that of a
     * table whose estimate of the noise is the true one.
     */
    @Test
    void theDetectableRatioIsFoundInNineOfTenTables() {
        for (int strategies : effort().powerStrategies()) {
            for (int blocks : effort().powerBlocks()) {
                double detectable = detectable(strategies, blocks, 0.01);
                Table table = new Table(strategies, blocks, 0.01, Noise.NORMAL, 1 / detectable);

                assertThat(mean(effort().powerTables(), table, ranking -> ranking.places().stream()
                                .filter(place -> place.verdict().shownSlower()).count() / (strategies - 1.0)))
                        .as("%d strategies in %d blocks, announced %.2f %%", strategies, blocks, 100 * (detectable - 1))
                        .isBetween(0.9 - effort().powerWithin(), 0.9 + effort().powerWithin());
            }
        }
    }

    private static double detectable(int strategies, int blocks, double noise) {
        Ranking ranking = new Table(strategies, blocks, noise, Noise.NORMAL, 1).ranking(1);
        double beyond = Math.log(ranking.detectableRatio() / (1 + Ranking.SAME));
        return (1 + Ranking.SAME) * Math.exp(beyond * noise / Math.sqrt(ranking.variance()));
    }

    /** Then the best is the luckiest of several, so that a slower one differs from it by more. */
    @Test
    void whereAllOthersAreEqualItIsFoundMoreOften() {
        assertThat(found(new Table(9, 5, 0.01, Noise.NORMAL, detectable(9, 5, 0.01)))).isBetween(0.9, 1.0);
    }

    /** The interval of the published injectors' `executor`: 1.8 to 3.7 % was "as good as the best". */
    @Test
    void aDifferenceThatIsShownIsCalledADifferenceAlsoWithinTheMargin() {
        List<Double> fast = List.of(100.0, 100.3, 99.7, 100.1, 99.9);
        Map<String, List<Double>> figures = Map.of("fast", fast, "near", List.of(103.2, 102.4, 102.9, 102.3, 103.0));

        Place near = Ranking.of(figures).places().getLast();

        assertThat(near.verdict()).isEqualTo(Verdict.SLOWER_WITHIN_MARGIN);
        assertThat(near.words()).matches("slower by [12]\\.\\d to [34]\\.\\d %");
        assertThat(verdicts(Ranking.of(figures, 0.02))).containsEntry("near", Verdict.SLOWER);
        assertThatThrownBy(() -> Ranking.of(figures, 0.005)).hasMessageContaining("a margin must be from 1 % to 100 %");
    }

    @Test
    void theMarginOfWhatIsAsGoodIsTheUsers() {
        List<Double> fast = List.of(100.0, 104.0, 99.0, 101.0, 98.0);
        Map<String, List<Double>> figures = Map.of("fast", fast, "near", List.of(101.0, 102.0, 102.0, 100.5, 99.5));

        assertThat(verdicts(Ranking.of(figures))).containsEntry("near", Verdict.EQUIVALENT);
        assertThat(verdicts(Ranking.of(figures, 0.02))).containsEntry("near", Verdict.UNDECIDED);
    }

    /** With fewer blocks than it asks for it is seldom decided, and with them mostly. */
    @Test
    void theBlocksThatAreAskedForDecide() {
        Ranking few = new Table(9, 3, 0.02, Noise.NORMAL, 1.05).ranking(1);
        Place undecided = few.places().stream().filter(place -> place.strategy().equals("s0")).findFirst().orElseThrow();

        assertThat(undecided.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(undecided.blocksNeeded()).isBetween(4, 40);
        assertThat(undecided.words()).isEqualTo("not enough blocks (~" + undecided.blocksNeeded() + ")");
        assertThat(found(new Table(9, undecided.blocksNeeded(), 0.02, Noise.NORMAL, 1.05))).isGreaterThan(0.5);
    }

    @Test
    void aDifferenceBelowOnePercentIsNoDifference() {
        List<Double> fast = List.of(100.0, 100.01, 99.99, 100.0, 100.01, 99.99);
        List<Double> near = fast.stream().map(figure -> figure * 1.009).toList();
        List<Double> far = fast.stream().map(figure -> figure * 1.06).toList();

        assertThat(verdicts(Ranking.of(Map.of("fast", fast, "near", near, "far", far)))).isEqualTo(
                Map.of("fast", Verdict.BEST, "near", Verdict.EQUIVALENT, "far", Verdict.SLOWER));
    }

    /** The old ranking gave A and C rank 1 and B rank 3: the scatter of C hid that it was slower in every block. */
    @Test
    void aStrategyThatScattersWidelyDoesNotTurnTheOrderRound() {
        Ranking ranking = Ranking.of(Map.of(
                "A", List.of(100.0, 100.0, 100.0), "B", List.of(105.0, 105.1, 104.9),
                "C", List.of(110.0, 150.0, 190.0)));

        assertThat(ranking.places()).extracting(Place::strategy).containsExactly("A", "B", "C");
        assertThat(verdicts(ranking).get("A")).isEqualTo(Verdict.BEST);
        assertThat(verdicts(ranking).get("C")).isIn(Verdict.SLOWER, Verdict.UNDECIDED);
    }

    /**
     * Medians in ms of 50 users in a closed loop, published at commit baec3c8. The old ranking gave all of them the
     * first rank, with an interval of 0.04 to 104 for the slowest, though sequential is slower than 24 others in every
     * block.
     */
    private static final String PUBLISHED = """
            akka 882.7 918.5 1042.4
            akka-async 637.4 570.9 643.1
            akka-pooled 576.0 527.4 536.6
            async-executor 583.7 534.0 518.4
            async-executor-split 485.9 459.0 484.4
            completable-future 582.7 518.1 542.7
            coroutines 549.9 705.5 532.5
            coroutines-blocking 600.6 559.6 543.7
            disruptor-diamond 532.0 602.6 594.9
            disruptor-diamond-async 550.4 529.9 663.6
            executor 516.1 553.5 576.0
            flow 660.5 560.6 558.1
            fork-join 647.2 547.3 512.5
            http-async 565.8 484.1 597.0
            mutiny 568.3 532.0 561.7
            parallel-stream 562.7 522.2 558.1
            pekko 543.7 602.1 570.4
            reactor 482.0 528.9 504.8
            reactor-blocking 510.5 553.0 524.8
            rx 554.0 565.2 604.7
            rx-nonblocking 557.6 507.4 511.2
            rx3 517.9 492.3 566.8
            rx3-nonblocking 533.5 653.3 537.1
            sequential 848.9 839.2 831.5
            structured 589.8 482.8 557.6
            virtual-threads 583.2 517.9 579.6
            """;

    @Test
    void whatIsSlowerByHalfInEveryBlockIsCalledSlower() {
        Ranking ranking = Ranking.of(PUBLISHED.lines().map(line -> line.split(" ")).collect(Collectors.toMap(
                cells -> cells[0], cells -> Arrays.stream(cells).skip(1).map(Double::valueOf).toList())));

        assertThat(ranking.places()).hasSize(26);
        assertThat(verdicts(ranking)).containsEntry("sequential", Verdict.SLOWER).containsEntry("akka", Verdict.SLOWER)
                .containsEntry("reactor", Verdict.UNDECIDED);
        assertThat(ranking.places()).filteredOn(place -> place.strategy().equals("sequential")).first()
                .extracting(Place::words).isEqualTo("slower, 1.33× to 2.12×");
    }

    @Test
    void aSlowBlockIsNoDifference() {
        Ranking ranking = Ranking.of(Map.of(
                "a", List.of(100.0, 200.0, 300.0, 100.0), "b", List.of(120.1, 239.9, 360.1, 119.9)));

        assertThat(verdicts(ranking)).isEqualTo(Map.of("a", Verdict.BEST, "b", Verdict.SLOWER));
        assertThat(ranking.places().getLast().ratio()).isCloseTo(1.2, within(0.01));
    }

    @Test
    void equalFiguresAreAsGoodAsTheBestAndDifferOnlyByTheirMeans() {
        Map<String, List<Double>> figures = Map.of(
                "a", List.of(100.0, 100.0), "b", List.of(100.0, 100.0), "c", List.of(120.0, 120.0));

        assertThat(verdicts(Ranking.of(figures)))
                .isEqualTo(Map.of("a", Verdict.BEST, "b", Verdict.EQUIVALENT, "c", Verdict.SLOWER));
        assertThat(Ranking.of(figures).places().getLast().words()).isEqualTo("slower by 20 to 20 %");
    }

    @Test
    void theOrderOfTheStrategiesDecidesNothing() {
        Map<String, List<Double>> figures = new HashMap<>();
        new Table(9, 3, 0.02, Noise.NORMAL, 1.1).ranking(3).places().forEach(place -> figures.put(place.strategy(),
                List.of(place.ratio(), 1.01 * place.ratio(), 1.02 * place.ratio())));

        assertThat(Ranking.of(new HashMap<>(figures))).isEqualTo(Ranking.of(Map.copyOf(figures)));
    }

    @Test
    void aSingleBlockASingleStrategyAndAMissingFigureAreRefused() {
        assertThatThrownBy(() -> Ranking.of(Map.of("a", List.of(1.0), "b", List.of(2.0))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at least 2 blocks");
        assertThatThrownBy(() -> Ranking.of(Map.of("a", List.of(1.0, 2.0))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at least 2 strategies");
        assertThatThrownBy(() -> Ranking.of(Map.of("a", List.of(1.0, 2.0), "b", List.of(2.0))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("1 of 2");
        assertThatThrownBy(() -> Ranking.of(Map.of("a", List.of(1.0, 2.0), "b", List.of(2.0, Double.NaN))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("above 0");
    }
}
