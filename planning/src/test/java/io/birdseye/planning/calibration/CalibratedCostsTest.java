package io.birdseye.planning.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import io.birdseye.model.Latency.Fixed;
import io.birdseye.planning.accuracy.Accuracy;
import io.birdseye.planning.accuracy.Accuracy.CheckedFigures;
import io.birdseye.planning.accuracy.Accuracy.CheckedPoint;
import io.birdseye.report.result.Floor;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibratedCostsTest {

    private static final List<List<Double>> UPSTREAMS = List.of(List.of(200.0, 200.0), List.of(200.0, 200.0));
    private static final Floor ALONE = new Floor(List.of(201.0, 201.0, 201.0, 204.0), List.of(6.0, 8.0), 30);

    private static LoadedTrial loaded(double cpuMs, double service, double others, double perSecond, double cores) {
        return new LoadedTrial(cpuMs, service, others, perSecond, cores, List.of(), List.of());
    }

    private static CalibratedCosts costs(Floor floor, LoadedTrial loaded) {
        return CalibratedCosts.of(floor, UPSTREAMS, loaded);
    }

    @Test
    void theCpuTimeOfARequestIsTakenApartAndNothingIsLost() {
        CalibratedCosts calibration = costs(ALONE, loaded(30, 1.2, 0.3, 40, 2));

        assertThat(calibration.callCpuMs()).containsExactly(1.0, 1.0, 1.0, 4.0);
        assertThat(calibration.combineMs()).containsExactly(6.0, 8.0);
        assertThat(calibration.backgroundCpuMs()).isCloseTo(30 - 7 - 14, within(1e-9));
        assertThat(calibration.work(twoByTwo(200), false).cpuMs()).isCloseTo(30, within(1e-9));
        assertThat(calibration.work(twoByTwo(200), true).cpuMs()).isCloseTo(30 + 300 / 40.0, within(1e-9));
    }

    @Test
    void partsThatExceedWhatTheProcessSpentAreCutToIt() {
        Floor idle = new Floor(List.of(220.0, 220.0, 220.0, 220.0), List.of(6.0, 8.0), 20);

        CalibratedCosts calibration = costs(idle, loaded(20, 1, 0, 50, 2));

        assertThat(calibration.callCpuMs()).allSatisfy(cpu -> assertThat(cpu).isCloseTo(1.5, within(1e-9)));
        assertThat(calibration.backgroundCpuMs()).isCloseTo(0, within(1e-9));
    }

    @Test
    void growthUnderLoadBecomesContentionAndAWarmerJvmBecomesAFactor() {
        CalibratedCosts slower = costs(ALONE, loaded(36, 1.6, 0.2, 40, 2));
        CalibratedCosts faster = costs(ALONE, loaded(24, 1.6, 0.2, 40, 2));

        // 20 % more, with 0.9 of the one other core busy.
        assertThat(slower.contention()).isCloseTo(0.2 / 0.9, within(1e-9));
        assertThat(slower.cpuFactor()).isEqualTo(1);
        assertThat(faster.contention()).isZero();
        assertThat(faster.cpuFactor()).isCloseTo(0.8, within(1e-9));
    }

    /** A loaded trial that was still compiling once made a half-busy machine look saturated. */
    @Test
    void growthThatNoContentionExplainsIsBackgroundWork() {
        CalibratedCosts cold = costs(ALONE, loaded(60, 0.4, 0.2, 40, 2));

        // Twice the CPU with 0.3 of the other core busy; contention makes at most 1.3 of it.
        assertThat(cold.contention()).isEqualTo(1);
        assertThat(cold.backgroundCpuMs())
                .isCloseTo(costs(ALONE, loaded(30, 0.4, 0.2, 40, 2)).backgroundCpuMs() + 0.7 * 30,
                        within(1e-9));
    }

    /** What a JVM compiled beside the requests once gave eight cores the throughput of one. */
    @Test
    void contentionIsWhatTheTasksFeltAndTheRestOfTheGrowthIsBackgroundWork() {
        LoadedTrial compiling =
                new LoadedTrial(45, 0.9, 0.1, 20, 2, List.of(201.0, 201.0, 201.0, 204.0), List.of(7.05, 9.05));

        CalibratedCosts calibration = costs(ALONE, compiling);

        // 21 ms of tasks alone, 23.1 now: a tenth more, with half of the other core busy.
        assertThat(calibration.contention()).isCloseTo(0.2, within(1e-9));
        assertThat(calibration.backgroundCpuMs())
                .isCloseTo(costs(ALONE, loaded(30, 0.9, 0.1, 20, 2)).backgroundCpuMs() + 15 - 3, within(1e-9));
    }

    @Test
    void tasksThatWaitedForACoreDoNotCostMoreThanTheProcessSpent() {
        LoadedTrial crowded =
                new LoadedTrial(33, 0.9, 0.1, 20, 2, List.of(260.0, 260.0, 260.0, 260.0), List.of(60.0, 60.0));

        assertThat(costs(ALONE, crowded).contention()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void moreCoresAreEachAsSlowAsTheMeasuredOnesWhenAllAreBusy() {
        CalibratedCosts two = costs(ALONE, loaded(36, 1.6, 0.2, 40, 2));

        CalibratedCosts eight = two.onCores(2, 8);

        assertThat(1 + eight.contention() * 7).isCloseTo(1 + two.contention(), within(1e-9));
        assertThat(two.onCores(2, 2)).isEqualTo(two);
        assertThat(two.onCores(2, 1)).isEqualTo(two);
    }

    @Test
    void anotherTreeThanTheCalibratedIsRefused() {
        CalibratedCosts calibration = costs(ALONE, loaded(30, 1.2, 0.3, 40, 2));

        assertThatThrownBy(() -> calibration.work(List.of(List.of(new Fixed(1))), false))
                .hasMessageContaining("4 calls in 2 groups")
                .hasMessageContaining("1 calls in 1");
    }

    @Test
    void errorsAreRelativeToWhatWasMeasured() {
        Accuracy accuracy = new Accuracy(List.of(
                new CheckedPoint("a", new CheckedFigures(22, 200, 260), new CheckedFigures(20, 200, 200)),
                new CheckedPoint("b", new CheckedFigures(50, 210, 190), new CheckedFigures(50, 200, 200)),
                new CheckedPoint("c", new CheckedFigures(10, 100, 100), new CheckedFigures(20, 200, 200))));

        assertThat(accuracy.points().getFirst().throughputError()).isCloseTo(0.1, within(1e-9));
        assertThat(accuracy.points().getFirst().p99Error()).isCloseTo(0.3, within(1e-9));
        assertThat(accuracy.within(0.10 + 1e-9, 0.15, 0.30 + 1e-9)).isEqualTo(2);
        assertThat(accuracy.medianP99Error()).isCloseTo(0.3, within(1e-9));
    }

    @Test
    void noPredictionIsShownWithoutAPointAtWhichItWasChecked() {
        assertThatThrownBy(() -> new Accuracy(List.of())).hasMessageContaining("checked");
    }

    private static List<List<Latency>> twoByTwo(double ms) {
        return List.of(List.of(new Fixed(ms), new Fixed(ms)), List.of(new Fixed(ms), new Fixed(ms)));
    }
}
