package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated runs of slices: variants that differ by 5 %, blocks that differ by 5 %, and noise of 1.5 %. */
class CarryOverTest {

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
