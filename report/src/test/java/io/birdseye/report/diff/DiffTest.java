package io.birdseye.report.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.diff.Change.Figure;
import io.birdseye.report.diff.Change.Direction;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiffTest {

    private static final Load RATE = Load.open(50);
    private static final OptionalDouble NONE = OptionalDouble.empty();

    private static Results results(long seed, int blocks, double p50, double achieved, double cpu) {
        Random random = new Random(seed);
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            trials.add(trial("rx", block, 200 * p50 * noise(random), 50 * achieved, 30 * cpu * noise(random), 1));
        }
        return Samples.results(RATE, trials);
    }

    private static double noise(Random random) {
        return Math.exp(0.01 * random.nextGaussian());
    }

    private static Trial trial(String strategy, int block, double p50, double achieved, double cpu, double startLag) {
        Latency latency = new Latency(p50, p50, p50, null, null, p50);
        Resources resources = new Resources(cpu, 3.0, 80, 20, 40, 100.0, 80, 400.0, 1, 0.1, 0.1);
        return new Trial(strategy, block, Samples.BUDGET, Samples.pools(false, false, 60), Trial.Outcome.COMPLETED,
                null, Samples.measured(30, 50, achieved, 1_500, 0, Map.of(), latency, latency, startLag, resources, List.of(),
                        1,
                        1, ""));
    }

    private static Direction direction(Diff diff, Figure figure) {
        return diff.changes().stream()
                .filter(change -> change.figure() == figure)
                .findFirst()
                .orElseThrow()
                .direction();
    }

    @Test
    void whatGotBetterAndWhatGotWorseIsTold() {
        Diff diff = Diff.of(results(1, 5, 1, 1, 1), results(2, 5, 0.9, 0.8, 1.2), NONE);

        assertThat(direction(diff, Figure.P50)).isEqualTo(Direction.FASTER);
        assertThat(direction(diff, Figure.ACHIEVED)).isEqualTo(Direction.SLOWER);
        assertThat(direction(diff, Figure.CPU)).isEqualTo(Direction.SLOWER);
        assertThat(diff.regressed()).isTrue();
        assertThat(diff.text())
                .contains("p50", "faster", "WORSE", "2 figures got worse beyond noise, 1 better");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 10})
    void equalResultsDifferInFivePercentOfRunsAtMost(int blocks) {
        int regressions = 0;
        for (int seed = 0; seed < 300; seed++) {
            Diff diff = Diff.of(results(seed, blocks, 1, 1, 1), results(10_000 + seed, blocks, 1, 1, 1), NONE);
            regressions += diff.changes().stream().anyMatch(c -> c.direction() != Direction.NO_DIFFERENCE) ? 1 : 0;
        }
        assertThat(regressions).isLessThanOrEqualTo(300 * 5 / 100);
    }

    @Test
    void aSingleBlockTellsNothingWithoutAThreshold() {
        Results before = results(1, 1, 1, 1, 1);
        Results after = results(2, 1, 1.5, 1, 1);

        Diff diff = Diff.of(before, after, NONE);
        assertThat(diff.changes()).extracting(Change::direction).containsOnly(Direction.CANNOT_TELL);
        assertThat(diff.regressed()).isFalse();
        assertThat(Diff.of(before, after, OptionalDouble.of(0.1)).regressed()).isTrue();
        assertThat(Diff.of(before, after, OptionalDouble.of(0.6)).regressed()).isFalse();
    }

    @Test
    void aThresholdForgivesWhatIsBelowIt() {
        Results before = results(1, 8, 1, 1, 1);
        Results after = results(2, 8, 1.06, 1, 1);

        assertThat(Diff.of(before, after, NONE).regressed()).isTrue();
        assertThat(Diff.of(before, after, OptionalDouble.of(0.1)).regressed()).isFalse();
    }

    @Test
    void invalidTrialsDoNotCountAndFailingAltogetherIsARegression() {
        Results before = results(1, 3, 1, 1, 1);
        List<Trial> disturbed = new ArrayList<>(results(2, 3, 1, 1, 1).trials());
        disturbed.add(trial("rx", 4, 9_000, 50, 900, 400));
        List<Trial> dead = List.of(Samples.failed("rx", 1, "it died"), Samples.failed("rx", 2, "it died"));

        assertThat(Diff.of(before, Samples.results(RATE, disturbed), NONE).regressed()).isFalse();
        assertThat(Diff.of(before, Samples.results(RATE, dead), NONE).regressed()).isTrue();
        assertThat(Diff.of(Samples.results(RATE, dead), before, NONE).changes())
                .extracting(Change::direction).containsOnly(Direction.CANNOT_TELL);
    }

    @Test
    void anotherMachineOrLoadIsWarnedOf() {
        Results before = results(1, 3, 1, 1, 1);
        Environment e = before.environment();
        Results other = new Results(1, "", new Environment(e.commit(), e.jdk(), e.jvmFlags(), "G1", 8, e.cpuModel(),
                e.memoryBytes(), e.os(), e.kernel()), Samples.settings(Load.open(20)), before.floor(), before.trials());

        assertThat(Diff.of(before, other, NONE).warnings()).containsExactly(
                "The number of cores differs: 2, then 8.",
                "The collector differs: Parallel, then G1.",
                "The load differs: open, 50/s, then open, 20/s.");
        assertThat(Diff.of(before, before, NONE).warnings()).isEmpty();
    }

    @Test
    void strategiesOfOneSideOnlyAreNamed() {
        Results before = results(1, 3, 1, 1, 1);
        Results after = Samples.results(RATE, List.of(trial("akka", 1, 200, 50, 30, 1)));

        assertThat(Diff.of(before, after, NONE).warnings())
                .containsExactly("Only in the old result: rx.", "Only in the new result: akka.");
        assertThat(Diff.of(before, after, NONE).text()).endsWith("no strategy in common.\n");
    }
}
