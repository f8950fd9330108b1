package io.birdseye.report.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.diff.Diff.Change;
import io.birdseye.report.diff.Diff.Change.Direction;
import io.birdseye.report.diff.StrategyDiff.DiffSide;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.InjectorsUsed;
import io.birdseye.report.result.Trial.InjectorsUsed.Injector;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class DiffTest {

    private static final Load RATE = Load.open(50);
    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static Results results(long seed, int blocks, double p50, double achieved, double cpu) {
        Random random = new Random(seed);
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            trials.add(trial("rx", block, 200 * p50 * noise(random), 50 * achieved, 30 * cpu * noise(random)));
        }
        return Samples.results(RATE, trials);
    }

    private static Diff diff(Results before, Results after, OptionalDouble threshold) {
        return diff(before, after, new Diff.Rule(false, threshold));
    }

    private static Diff diff(Results before, Results after, Diff.Rule rule) {
        Path none = Path.of("none");
        return Diff.of(ComparisonTable.of(before, none), ComparisonTable.of(after, none), rule);
    }

    private static double noise(Random random) {
        return Math.exp(0.01 * random.nextGaussian());
    }

    private static Trial trial(String strategy, int block, double p50, double achieved, double cpu) {
        return Samples.plain(strategy, block, Samples.flat(p50), achieved, cpu);
    }

    /** One that is invalid, since the injector began its requests too late. */
    private static Trial late(int block, double p50, double cpu) {
        return Samples.with(trial("rx", block, p50, 50, cpu), "startLagP99Ms", 400);
    }

    private static Direction direction(Diff diff, String figure) {
        return diff.changes().stream()
                .filter(change -> change.figure().equals(figure)).findFirst().orElseThrow().direction();
    }

    @Test
    void whatGotBetterAndWhatGotWorseIsTold() {
        Diff diff = diff(results(1, 5, 1, 1, 1), results(2, 5, 0.8, 0.8, 1.2), NONE);

        assertThat(direction(diff, "p50")).isEqualTo(Direction.BETTER);
        assertThat(direction(diff, "achieved")).isEqualTo(Direction.WORSE);
        assertThat(direction(diff, "CPU per answer")).isEqualTo(Direction.WORSE);
        assertThat(diff.regressed()).isTrue();
        assertThat(diff.text()).contains("p50", "faster", "WORSE", "3 figures got worse beyond noise, 1 better");
    }

    /** How runs of one build differ, beside 0.5 % between JVMs and 0.5 % between blocks. */
    private enum Runs {
        /** One run on each side, 2 % apart from another (standard deviation). */
        ONE(false, 0.02, 0),
        /** A run for each block, with 2 % of its own. */
        ONE_FOR_EACH_BLOCK(true, 0, 0.02),
        /** The machine drifts by 2 %; neighbours share that. */
        NEIGHBOURS_ALIKE(true, 0, 0),
        /** Nothing but JVMs and blocks: what a diff without pairs has always allowed for. */
        ALIKE(false, 0, 0);

        private final boolean paired;
        private final double side;
        private final double block;

        Runs(boolean paired, double side, double block) {
            this.paired = paired;
            this.side = side;
            this.block = block;
        }

        /** Whether the second build, which takes so many times as long, regresses. */
        boolean regress(Random random, int strategies, int blocks, double ratio, OptionalDouble threshold) {
            double[] drift = DoubleStream.generate(() -> 0.02 * random.nextGaussian()).limit(blocks).toArray();
            List<DiffSide> old = sides(random, strategies, drift, 1);
            List<DiffSide> now = sides(random, strategies, drift, ratio);
            return new StrategyDiff(new Diff.Rule(paired, threshold), 0.05 / (strategies * StrategyDiff.TESTED.size()), true)
                    .changes(IntStream.range(0, strategies).mapToObj(s -> new StrategyDiff.Sides(old.get(s), now.get(s))).toList())
                    .stream().anyMatch(change -> change.direction() == Direction.WORSE);
        }

        private List<DiffSide> sides(Random random, int strategies, double[] drift, double ratio) {
            double run = ratio * Math.exp(side * random.nextGaussian());
            double[] ofBlock = Arrays.stream(drift)
                    .map(drifted -> run * Math.exp(block * random.nextGaussian() + (this == NEIGHBOURS_ALIKE
                            ? drifted : 0.005 * random.nextGaussian())))
                    .toArray();
            return IntStream.range(0, strategies).mapToObj(s -> side("s" + s, IntStream.range(0, ofBlock.length)
                    .mapToObj(b -> trial("s" + s, b + 1, 200 * ofBlock[b] * Math.exp(0.005 * random.nextGaussian()), 50,
                            30 * ofBlock[b] * Math.exp(0.005 * random.nextGaussian())))
                    .toList())).toList();
        }

        private static DiffSide side(String strategy, List<Trial> trials) {
            return new DiffSide("some", strategy, trials.stream()
                    .map(trial -> new Row.Block(trial.block(), new LoadOutcome(Grade.KEPT_UP, ""), true, Optional.empty(), false, List.of()))
                    .toList(), true, trials, 0.001);
        }
    }

    private static double regressed(Runs runs, int strategies, int blocks, double ratio, OptionalDouble threshold) {
        Random random = new Random(53);
        return IntStream.range(0, 250)
                .filter(run -> runs.regress(random, strategies, blocks, ratio, threshold)).count() / 250.0;
    }

    @ParameterizedTest
    @CsvSource({
        "ONE, 1, 3", "ONE, 1, 5", "ONE, 8, 3", "ONE, 8, 5", "ONE_FOR_EACH_BLOCK, 1, 3", "ONE_FOR_EACH_BLOCK, 1, 5",
        "ONE_FOR_EACH_BLOCK, 8, 3", "ONE_FOR_EACH_BLOCK, 8, 5", "ONE_FOR_EACH_BLOCK, 8, 10", "NEIGHBOURS_ALIKE, 1, 5",
        "NEIGHBOURS_ALIKE, 8, 5", "ALIKE, 1, 2", "ALIKE, 8, 10"
    })
    void equalBuildsRegressInFivePercentOfRunsAtMost(Runs runs, int strategies, int blocks) {
        assertThat(regressed(runs, strategies, blocks, 1, NONE)).isLessThanOrEqualTo(0.05);
        assertThat(regressed(runs, strategies, blocks, 1, OptionalDouble.of(0.005))).isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @CsvSource({
        "ONE, 1, 5, 1.2", "ONE, 8, 3, 1.25", "ONE_FOR_EACH_BLOCK, 1, 5, 1.12", "NEIGHBOURS_ALIKE, 1, 5, 1.04", "NEIGHBOURS_ALIKE, 8, 3, 1.04"
    })
    void aRegressionIsFound(Runs runs, int strategies, int blocks, double ratio) {
        assertThat(regressed(runs, strategies, blocks, ratio, NONE)).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void oneRunForEachSideTellsNoBuildFromARunAndSaysSo() {
        Diff diff = diff(results(1, 5, 1, 1, 1), results(2, 5, 1.06, 1, 1), NONE);

        assertThat(direction(diff, "p50")).isEqualTo(Direction.CANNOT_TELL);
        assertThat(diff.text()).contains("cannot tell: one run for each side cannot tell a build from a run", "--paired");
        assertThat(diff(results(1, 5, 1, 1, 1), results(2, 5, 1.3, 1, 1), NONE).text())
                .contains("SLOWER: by more than runs of one build differ, if their standard deviation is 2 %");
    }

    /** "No difference" was said of any interval that had 1 within it, and the command ended with 0. */
    @Test
    void anIntervalThatIsWiderThanTheThresholdIsNotNoDifference() {
        Results before = results(1, 5, 1, 1, 1);
        Results after = results(2, 5, 1, 1, 1);

        assertThat(diff(before, after, NONE).complete()).isFalse();
        assertThat(diff(before, after, OptionalDouble.of(0.15)).complete()).isTrue();
        assertThat(diff(before, after, new Diff.Rule(true, NONE)).complete()).isTrue();
        assertThat(diff(before, after, new Diff.Rule(true, OptionalDouble.of(0.001))).complete()).isFalse();
    }

    @Test
    void onlyEqualNumbersOfBlocksArePaired() {
        assertThatThrownBy(() -> diff(results(1, 5, 1, 1, 1), results(2, 4, 1, 1, 1), new Diff.Rule(true, NONE)))
                .hasMessage("blocks are paired by their numbers, but the old result has 5 and the new one 4");
    }

    @Test
    void aSingleBlockTellsNothingWithoutAThreshold() {
        Results before = results(1, 1, 1, 1, 1);
        Results after = results(2, 1, 1.5, 1, 1);

        Diff diff = diff(before, after, NONE);
        assertThat(direction(diff, "p50")).isEqualTo(Direction.CANNOT_TELL);
        assertThat(diff.regressed()).isFalse();
        assertThat(diff.complete()).isFalse();
        assertThat(diff(before, after, OptionalDouble.of(0.1)).regressed()).isTrue();
        assertThat(diff(before, after, OptionalDouble.of(0.6)).regressed()).isFalse();
    }

    @Test
    void aThresholdForgivesWhatIsBelowIt() {
        Results before = results(1, 8, 1, 1, 1);
        Results after = results(2, 8, 1.06, 1, 1);

        assertThat(diff(before, after, new Diff.Rule(true, NONE)).regressed()).isTrue();
        assertThat(diff(before, after, new Diff.Rule(true, OptionalDouble.of(0.1))).regressed()).isFalse();
    }

    @Test
    void invalidTrialsDoNotCountAndFailingAltogetherIsARegression() {
        Results before = results(1, 3, 1, 1, 1);
        List<Trial> disturbed = new ArrayList<>(results(2, 3, 1, 1, 1).trials());
        disturbed.add(late(4, 9_000, 900));
        List<Trial> dead = List.of(Samples.failed("rx", 1, "it died"), Samples.failed("rx", 2, "it died"));

        assertThat(diff(before, Samples.results(RATE, disturbed), NONE).regressed()).isFalse();
        assertThat(diff(before, Samples.results(RATE, dead), NONE).regressed()).isTrue();
        assertThat(diff(before, Samples.results(RATE, dead), NONE).text())
                .contains("WORSE: first kept up, now failed in 2 of 2 valid blocks: it died");
        assertThat(diff(Samples.results(RATE, dead), before, NONE).changes())
                .extracting(Change::direction).containsOnly(Direction.BETTER);
    }

    /** Trials that answered so much of what was sent, and gave an error for the rest. */
    private static Results answering(int blocks, double share) {
        long errors = Math.round(1_500 * (1 - share));
        return Samples.results(RATE, IntStream.rangeClosed(1, blocks)
                .mapToObj(block -> Samples.with(trial("rx", block, share > 0 ? 200 : 0, 50 * share, 30), 1_500 - errors, errors, "504"))
                .toList());
    }

    @Test
    void aTotalOutageIsARegression() {
        Diff diff = diff(results(1, 3, 1, 1, 1), answering(3, 0), NONE);

        assertThat(diff.regressed()).isTrue();
        assertThat(direction(diff, "p50")).isEqualTo(Direction.WORSE);
        assertThat(direction(diff, "achieved")).isEqualTo(Direction.WORSE);
        assertThat(diff.text()).contains("no answer in 3 of 3 blocks, before in 0 of 3");
        assertThat(diff(answering(3, 0), results(1, 3, 1, 1, 1), NONE).regressed()).isFalse();
        Diff never = diff(answering(3, 0), answering(3, 0), NONE);
        assertThat(never.regressed()).isFalse();
        assertThat(never.complete()).isTrue();
    }

    @Test
    void aBlockWithoutAnAnswerIsARegressionEvenIfOthersAnswer() {
        List<Trial> trials = new ArrayList<>(answering(2, 1).trials());
        trials.add(answering(3, 0).trials().getLast());

        assertThat(direction(diff(answering(3, 1), Samples.results(RATE, trials), NONE), "p50"))
                .isEqualTo(Direction.WORSE);
    }

    @Test
    void moreErrorsThanMayBeAreARegressionWhateverTheThresholdAndASingleOneIsNone() {
        Diff diff = diff(answering(3, 1), answering(3, 0.998), OptionalDouble.of(0.2));

        assertThat(direction(diff, Change.ERRORS)).isEqualTo(Direction.WORSE);
        assertThat(direction(diff, Change.KEPT_UP)).as("it answers 99.8 %").isEqualTo(Direction.NO_DIFFERENCE);
        assertThat(diff.text()).contains("WORSE: 9 errors in 4,500 requests, before 0 in 4,500 requests; at most 0.1 % may be");
        assertThat(diff(answering(3, 1), answering(3, 0.9993), NONE).regressed()).as("3 errors in 4,500").isFalse();
        assertThat(diff(answering(3, 0.998), answering(3, 0.997), NONE).regressed())
                .as("errors before and after").isFalse();
    }

    @Test
    void aStrategyThatNoLongerKeepsUpIsARegressionThoughNothingFails() {
        List<Trial> behind = IntStream.rangeClosed(1, 3).mapToObj(block -> trial("rx", block, 200, 44, 30)).toList();

        Diff diff = diff(answering(3, 1), Samples.results(RATE, behind), OptionalDouble.of(0.3));

        assertThat(direction(diff, Change.KEPT_UP)).isEqualTo(Direction.WORSE);
        assertThat(direction(diff, "achieved")).isEqualTo(Direction.NO_DIFFERENCE);
    }

    @Test
    void aResultOfInvalidTrialsOnlyIsNotCalledNothingWorse() {
        List<Trial> disturbed = IntStream.rangeClosed(1, 3).mapToObj(block -> late(block, 200, 30)).toList();

        Diff diff = diff(answering(3, 1), Samples.results(RATE, disturbed), NONE);

        assertThat(diff.regressed()).isFalse();
        assertThat(diff.complete()).isFalse();
        assertThat(diff.text()).contains("cannot tell: no valid trial of it in the new result", "1 cannot be told");
    }

    @Test
    void anotherMachineOrLoadIsWarnedOf() {
        Results before = results(1, 3, 1, 1, 1);
        Results other = with(before, "environment.collector", "G1", "environment.cores", 8, "settings.load", Load.open(20));

        assertThat(diff(before, other, NONE).warnings()).containsExactly(
                "The number of cores differs: 2, then 8.", "The collector differs: Parallel, then G1.",
                "The load differs: open, 50/s at random, then open, 20/s at random.");
        assertThat(diff(before, before, NONE).warnings()).isEmpty();
    }

    /** The service's JVM gets the number of the process that started it, which differs in every run. */
    @Test
    void theProcessThatStartedTheServiceIsNoDifference() {
        Results before = results(1, 3, 1, 1, 1);

        assertThat(diff(startedBy(before, 4079), startedBy(before, 6750), NONE).warnings()).isEmpty();
    }

    private static Results with(Results results, Object... pathsAndValues) {
        ObjectNode json = ResultsFile.JSON.valueToTree(results);
        for (int i = 0; i < pathsAndValues.length; i += 2) {
            String[] path = ((String) pathsAndValues[i]).split("\\.");
            ((ObjectNode) json.path(path[0])).set(path[1], ResultsFile.JSON.valueToTree(pathsAndValues[i + 1]));
        }
        return ResultsFile.JSON.treeToValue(json, Results.class);
    }

    private static Results startedBy(Results results, int process) {
        return with(results, "environment.jvmFlags", List.of("-Dbirdseye.parent=" + process, "-Xmx3g"));
    }

    @Test
    void anotherNumberOfInjectorsIsWarnedOf() {
        Results before = results(1, 3, 1, 1, 1);
        Injector one = new Injector(0, 0.4, 0.1, 25);
        List<Trial> trials = before.trials().stream()
                .map(trial -> Samples.with(trial, "injectors", InjectorsUsed.of(List.of(one, one)))).toList();

        assertThat(diff(before, Samples.results(RATE, trials), NONE).warnings()).containsExactly("The number of injectors differs: 1, then 2.");
    }

    @Test
    void strategiesOfOneSideOnlyAreNamed() {
        Results before = results(1, 3, 1, 1, 1);
        Results after = Samples.results(RATE, List.of(trial("akka", 1, 200, 50, 30)));

        Diff diff = diff(before, after, NONE);
        assertThat(diff.warnings()).containsExactly("Only in the new result: akka.");
        assertThat(diff.text()).contains("rx  kept up", "cannot tell: no trial of it in the new result");
        assertThat(diff.regressed()).isFalse();
        assertThat(diff.complete()).isFalse();
    }
}
