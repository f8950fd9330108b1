package io.birdseye.planning.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency.Fixed;
import io.birdseye.model.Latency;
import io.birdseye.planning.simulation.Accuracy.Figures;
import io.birdseye.planning.simulation.Accuracy.Point;
import io.birdseye.planning.simulation.Calibration.Loaded;
import io.birdseye.planning.simulation.Calibration.Unloaded;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTest {

    private static final List<List<Double>> UPSTREAMS = List.of(List.of(200.0, 200.0), List.of(200.0, 200.0));
    private static final Unloaded ALONE = new Unloaded(
            UPSTREAMS, List.of(201.0, 201.0, 201.0, 204.0), List.of(6.0, 8.0), false, true, 219, 30);

    private static Loaded loaded(double cpuMs, double service, double others, double perSecond, double cores) {
        return new Loaded(cpuMs, service, others, perSecond, cores, List.of(), List.of());
    }

    @Test
    void theCpuTimeOfARequestIsTakenApartAndNothingIsLost() {
        Calibration calibration = Calibration.of(ALONE, loaded(30, 1.2, 0.3, 40, 2));

        assertThat(calibration.callCpuMs()).containsExactly(1.0, 1.0, 1.0, 4.0);
        assertThat(calibration.combineMs()).containsExactly(6.0, 8.0);
        assertThat(calibration.requestCpuMs()).isCloseTo(219 - (201 + 6 + 8), within(1e-9));
        assertThat(calibration.backgroundCpuMs()).isCloseTo(30 - 7 - 14 - 4, within(1e-9));
        assertThat(calibration.work(twoByTwo(200), false).cpuMs()).isCloseTo(30, within(1e-9));
        assertThat(calibration.work(twoByTwo(200), true).cpuMs()).isCloseTo(30 + 300 / 40.0, within(1e-9));
    }

    @Test
    void partsThatExceedWhatTheProcessSpentAreCutToIt() {
        Unloaded idle = new Unloaded(
                UPSTREAMS, List.of(220.0, 220.0, 220.0, 220.0), List.of(6.0, 8.0), false, true, 300, 20);

        Calibration calibration = Calibration.of(idle, loaded(20, 1, 0, 50, 2));

        assertThat(calibration.callCpuMs()).allSatisfy(cpu -> assertThat(cpu).isCloseTo(1.5, within(1e-9)));
        assertThat(calibration.requestCpuMs()).isZero();
        assertThat(calibration.backgroundCpuMs()).isCloseTo(0, within(1e-9));
    }

    @Test
    void growthUnderLoadBecomesContentionAndAWarmerJvmBecomesAFactor() {
        Calibration slower = Calibration.of(ALONE, loaded(36, 1.6, 0.2, 40, 2));
        Calibration faster = Calibration.of(ALONE, loaded(24, 1.6, 0.2, 40, 2));

        // 20 % more, with 0.9 of the one other core busy.
        assertThat(slower.contention()).isCloseTo(0.2 / 0.9, within(1e-9));
        assertThat(slower.cpuFactor()).isEqualTo(1);
        assertThat(faster.contention()).isZero();
        assertThat(faster.cpuFactor()).isCloseTo(0.8, within(1e-9));
    }

    /** A loaded trial that was still compiling once made a half-busy machine look saturated. */
    @Test
    void growthThatNoContentionExplainsIsBackgroundWork() {
        Calibration cold = Calibration.of(ALONE, loaded(60, 0.4, 0.2, 40, 2));

        // Twice the CPU with 0.3 of the other core busy; contention makes at most 1.3 of it.
        assertThat(cold.contention()).isEqualTo(1);
        assertThat(cold.backgroundCpuMs())
                .isCloseTo(Calibration.of(ALONE, loaded(30, 0.4, 0.2, 40, 2)).backgroundCpuMs() + 0.7 * 30,
                        within(1e-9));
    }

    /** What a JVM compiled beside the requests once gave eight cores the throughput of one. */
    @Test
    void contentionIsWhatTheTasksFeltAndTheRestOfTheGrowthIsBackgroundWork() {
        Loaded compiling =
                new Loaded(45, 0.9, 0.1, 20, 2, List.of(201.0, 201.0, 201.0, 204.0), List.of(7.05, 9.05));

        Calibration calibration = Calibration.of(ALONE, compiling);

        // 21 ms of tasks alone, 23.1 now: a tenth more, with half of the other core busy.
        assertThat(calibration.contention()).isCloseTo(0.2, within(1e-9));
        assertThat(calibration.backgroundCpuMs())
                .isCloseTo(Calibration.of(ALONE, loaded(30, 0.9, 0.1, 20, 2)).backgroundCpuMs() + 15 - 3, within(1e-9));
    }

    @Test
    void tasksThatWaitedForACoreDoNotCostMoreThanTheProcessSpent() {
        Loaded crowded =
                new Loaded(33, 0.9, 0.1, 20, 2, List.of(260.0, 260.0, 260.0, 260.0), List.of(60.0, 60.0));

        assertThat(Calibration.of(ALONE, crowded).contention()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void moreCoresAreEachAsSlowAsTheMeasuredOnesWhenAllAreBusy() {
        Calibration two = Calibration.of(ALONE, loaded(36, 1.6, 0.2, 40, 2));

        Calibration eight = two.onCores(2, 8);

        assertThat(1 + eight.contention() * 7).isCloseTo(1 + two.contention(), within(1e-9));
        assertThat(two.onCores(2, 2)).isEqualTo(two);
        assertThat(two.onCores(2, 1)).isEqualTo(two);
    }

    @Test
    void aCalibratedModelGivesTheUnloadedTrialBack() {
        Calibration calibration = Calibration.of(ALONE, loaded(30, 1.2, 0.3, 40, 2));
        ServiceModel model =
                ServiceModel.of(RequestPath.of(Models.blocked(16, 2)), calibration.work(twoByTwo(200), false), 2);

        SimulationResult result = Simulation.run(
                model, new Traffic.ConstantRate(1), Horizon.of(Duration.ofSeconds(5), Duration.ofSeconds(60), 1));

        // Alone, but for its own calls: the four bodies that come at once share two cores.
        assertThat(result.meanMs().mean()).isBetween(219.0, 222.0);
    }

    @Test
    void anotherTreeThanTheCalibratedIsRefused() {
        Calibration calibration = Calibration.of(ALONE, loaded(30, 1.2, 0.3, 40, 2));

        assertThatThrownBy(() -> calibration.work(List.of(List.of(new Fixed(1))), false))
                .hasMessageContaining("4 calls in 2 groups")
                .hasMessageContaining("1 calls in 1");
    }

    @Test
    void errorsAreRelativeToWhatWasMeasured() {
        Accuracy accuracy = new Accuracy(List.of(
                new Point("a", new Figures(22, 200, 260), new Figures(20, 200, 200)),
                new Point("b", new Figures(50, 210, 190), new Figures(50, 200, 200)),
                new Point("c", new Figures(10, 100, 100), new Figures(20, 200, 200))));

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
