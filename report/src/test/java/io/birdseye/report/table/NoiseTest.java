package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseTest {

    private static final Load RATE = Load.open(50);
    @TempDir
    private Path folder;

    @Test
    void memoryThatIsFasterInSomeTrialsThanInOthersIsTold() {
        assertThat(Precision.memoryInWords(List.of(withMemory(20.0), withMemory(24.0), withMemory(null)))).isEmpty();
        assertThat(Precision.memoryInWords(List.of(withMemory(20.0), withMemory(26.0)))).get().asString()
                .contains("reading and writing 64 MB took from 20.0 ms to 26.0 ms of CPU time");
        assertThat(Precision.memoryInWords(List.of())).isEmpty();
    }

    private Trial withMemory(@Nullable Double ms) {
        Trial good = Samples.trial("executor", 1, Samples.pools(true, true, 60), RATE, 1.05, folder);
        return Samples.with(good, "disturbance", new Trial.Disturbance(0.0, 0.0, 0.0, 0.0, ms, null));
    }

    @Test
    void aRankingSaysWhatMorePrecisionTakes() {
        Results results = Samples.results(RATE, Samples.nine(folder, RATE, 4));

        assertThat(Precision.sentences(ComparisonTable.of(results, folder)))
                .singleElement().asString().contains("The intervals reach ±", " blocks in all, ");
        assertThat(Precision.sentences(Samples.table(folder, Samples.nine(folder, RATE, 1)))).isEmpty();
    }

    @Test
    void blocksThatAreUnlikeGiveNoFigureOfManyDigits() {
        Ranking ranking = Ranking.of(Map.of("executor", List.of(1_827.0, 134.0), "rx", List.of(133.0, 900.0)));

        assertThat(Precision.inWords(ranking, 10)).startsWith("The intervals reach beyond a factor of ten. With the same noise ");
        assertThat(ComparisonTable.detectableInWords(ranking, "strategy"))
                .isEqualTo("The blocks differ so much that even a strategy ten times as slow would often not be found.");
        List<Trial> trials = List.of(Samples.plain("executor", 1, 1_827), Samples.plain("rx", 1, 133), Samples.plain("executor", 2, 134), Samples.plain("rx", 2, 900));
        assertThat(Conclusion.of(Samples.table(folder, trials)).details())
                .anySatisfy(detail -> assertThat(detail).contains("(interval wider than a factor of ten to either side)"))
                .noneSatisfy(detail -> assertThat(detail).containsPattern("\\d,\\d{3}×"));
    }

    @Test
    void theBlocksThatAPrecisionNeedsReachIt() {
        Random random = new Random(5);
        double needed = 0;
        double reached = 0;
        for (int i = 0; i < 50; i++) {
            Ranking few = ranking(4, random);
            needed += few.blocksFor(few.precision() / 2) / 50.0;
            reached += ranking(few.blocksFor(few.precision() / 2), random).precision() / few.precision() / 50;
        }

        assertThat(needed).isBetween(14.0, 18.0);
        assertThat(reached).isBetween(0.4, 0.6);
    }

    /** The width of the intervals decides when to stop, and it knows nothing of where they lie. */
    @Test
    void measuringUntilAPrecisionIsReachedFindsNoDifferencesThatAreNotThere() {
        Random random = new Random(11);
        int wrong = 0;
        for (int series = 0; series < 200; series++) {
            Map<String, List<Double>> figures = new TreeMap<>();
            for (int strategy = 0; strategy < 5; strategy++) {
                figures.put("s" + strategy, new ArrayList<>());
            }
            Ranking ranking;
            do {
                figures.values().forEach(all -> all.add(200 * Math.exp(0.02 * random.nextGaussian())));
                ranking = figures.get("s0").size() < 3 ? null : Ranking.of(figures);
            } while (ranking == null || ranking.precision() > 0.05);
            wrong += ranking.places().stream().anyMatch(place -> place.verdict() == Ranking.Verdict.SLOWER) ? 1 : 0;
        }

        assertThat(wrong).isLessThanOrEqualTo(200 * 5 / 100);
    }

    private static Ranking ranking(int blocks, Random random) {
        Map<String, List<Double>> figures = new TreeMap<>();
        for (int strategy = 0; strategy < 8; strategy++) {
            figures.put("s" + strategy, random.doubles(blocks, -0.02, 0.02).mapToObj(noise -> 200 * Math.exp(noise)).toList());
        }
        return Ranking.of(figures);
    }

    @Test
    void theTwoTrialsOfAPairAreOneBlockWhoseFigureIsTheirGeometricMean() {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 3; block++) {
            trials.add(Samples.plain("rx", block, 200));
            trials.add(Samples.plain("akka", block, 210));
            trials.add(Samples.plain("akka", block, 230));
            trials.add(Samples.plain("rx", block, 242));
        }

        ComparisonTable table = Samples.table(folder, trials);

        assertThat(table.rows()).allSatisfy(row -> assertThat(row.blocks()).hasSize(3));
        assertThat(table.ranking()).isNotNull();
        assertThat(table.ranking().places().getFirst().strategy()).isEqualTo("akka");
        assertThat(table.ranking().places().getLast().ratio())
                .isCloseTo(Math.sqrt(200.0 * 242 / (210.0 * 230)), within(1e-9));
    }

    @Test
    void aPairIsComparedByItselfHoweverTheOthersScatter() {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 4; block++) {
            double common = 200 * (1 + 0.2 * block);
            List<Trial> pair = List.of(Samples.plain("rx", block, common), Samples.plain("akka", block, common * (1.05 + 0.001 * block)),
                    Samples.plain("akka", block, common * 1.05), Samples.plain("rx", block, common));
            trials.addAll(pair);
            trials.add(Samples.plain("executor", block, 200 + 90 * (block % 2)));
        }

        assertThat(PairedTrials.sentences(Samples.table(folder, trials)))
                .singleElement().asString()
                .startsWith("As a pair in 4 blocks, akka takes 1.05× the time of rx (95 % interval 1.05× to 1.05×).");
        trials.removeIf(trial -> trial.strategy().equals("executor"));
        assertThat(PairedTrials.sentences(Samples.table(folder, trials))).as("the ranking says it").isEmpty();
    }

    /** The share of runs in which an effect is told where slices after the first variant take longer by this share. */
    private static double told(int runs, int variants, int blocks, double effect) {
        return IntStream.range(0, runs)
                .filter(run -> run(variants, blocks, effect, new Random(1_000L * run + variants)).chance(run) <= CarryOver.LEVEL)
                .count() / (double) runs;
    }

    private static CarryOver run(int variants, int blocks, double effect, Random random) {
        int[][] order = new int[blocks][];
        double[][] logs = new double[variants][blocks];
        int before = -1;
        for (int block = 0; block < blocks; block++) {
            List<Integer> shuffled = new ArrayList<>(IntStream.range(0, variants).boxed().toList());
            Collections.shuffle(shuffled, random);
            order[block] = shuffled.stream().mapToInt(variant -> variant).toArray();
            double disturbed = 0.05 * random.nextGaussian();
            for (int variant : order[block]) {
                logs[variant][block] = Math.log(200) + 0.05 * variant + disturbed + 0.015 * random.nextGaussian()
                        + (before == 0 ? Math.log(1 + effect) : 0);
                before = variant;
            }
        }
        return new CarryOver(order, CarryOver.residuals(logs));
    }

    @ParameterizedTest(name = "{0} variants, {1} blocks")
    @CsvSource({"2, 10", "2, 20", "3, 20", "5, 20"})
    void equalSlicesRaiseAnAlarmInOneRunOfAHundred(int variants, int blocks) {
        assertThat(told(400, variants, blocks, 0)).isLessThanOrEqualTo(0.0225);
    }

    @ParameterizedTest(name = "{0} variants, {1} blocks: found in {2} of runs")
    @CsvSource({"2, 10, 0.3", "2, 20, 0.88", "3, 20, 0.99", "5, 20, 0.99"})
    void fivePerCentAfterOneVariantAreFound(int variants, int blocks, double atLeast) {
        assertThat(told(150, variants, blocks, 0.05)).isGreaterThanOrEqualTo(atLeast);
    }
}
