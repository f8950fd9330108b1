package io.birdseye.planning.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Budget;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.calibration.Accuracy.Checked;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {

    private static final Floor ALONE = new Floor(List.of(201.0, 201.0, 201.0, 204.0), List.of(6.0, 8.0), 30);

    private static Trial loaded(
            double cpuMs, double service, double others, double perSecond, Trial.TaskTime... tasks) {
        return loaded(null, cpuMs, service, others, perSecond, tasks);
    }

    private static Trial loaded(
            @Nullable ResponseParts parts, double cpuMs, double service, double others, double perSecond,
            Trial.TaskTime... tasks) {
        Trial.Latency latency = new Trial.Latency(210, 210, 212, null, 220.0, null, 230);
        return new Trial(
                RowKey.of("executor"), 1, Budget.NONE, Topology.NONE, Trial.Outcome.COMPLETED, null,
                new Trial.Measured(
                        new Trial.Counts(30, perSecond, perSecond, 1500, 0, Map.of(), 1.0), latency, latency,
                        new Trial.Work(new Trial.Resources(cpuMs, null, 1.0, 1.0, 1, null, 90, null, service, others, null),
                                List.of(tasks), 40, 2, null, null, null),
                        new Trial.Instruments(1, null, null, new Trial.Disturbance(null, null, null, null, null, null),
                                new Trial.InjectorsUsed(0, List.of())),
                        new Trial.Course("h.hlog", null, null, null), parts));
    }

    private static Trial.TaskTime call(double ms) {
        return new Trial.TaskTime("call", "io", 0, ms);
    }

    private static Trial.TaskTime combination(double ms) {
        return new Trial.TaskTime("group", "combine", 0, ms);
    }

    private static CalibratedCosts costs(Floor floor, Trial loaded) {
        return CalibratedCosts.of(floor, twoByTwo(200), loaded, 2);
    }

    @Test
    void theCpuTimeOfARequestIsTakenApartAndNothingIsLost() {
        CalibratedCosts calibration = costs(ALONE, loaded(30, 1.2, 0.3, 40));

        assertThat(calibration.callCpuMs()).containsExactly(1.0, 1.0, 1.0, 4.0);
        assertThat(calibration.combineMs()).containsExactly(6.0, 8.0);
        assertThat(calibration.backgroundCpuMs()).isCloseTo(30 - 7 - 14, within(1e-9));
        assertThat(calibration.work(twoByTwo(200), false).cpuMs()).isCloseTo(30, within(1e-9));
        assertThat(calibration.work(twoByTwo(200), true).cpuMs()).isCloseTo(30 + 300 / 40.0, within(1e-9));
    }

    @Test
    void partsThatExceedWhatTheProcessSpentAreCutToIt() {
        Floor idle = new Floor(List.of(220.0, 220.0, 220.0, 220.0), List.of(6.0, 8.0), 20);

        CalibratedCosts calibration = costs(idle, loaded(20, 1, 0, 50));

        assertThat(calibration.callCpuMs()).allSatisfy(cpu -> assertThat(cpu).isCloseTo(1.5, within(1e-9)));
        assertThat(calibration.backgroundCpuMs()).isCloseTo(0, within(1e-9));
    }

    @Test
    void growthUnderLoadBecomesContentionAndAWarmerJvmBecomesAFactor() {
        CalibratedCosts slower = costs(ALONE, loaded(36, 1.6, 0.2, 40));
        CalibratedCosts faster = costs(ALONE, loaded(24, 1.6, 0.2, 40));

        // 20 % more, with 0.9 of the one other core busy.
        assertThat(slower.contention()).isCloseTo(0.2 / 0.9, within(1e-9));
        assertThat(slower.cpuFactor()).isEqualTo(1);
        assertThat(faster.contention()).isZero();
        assertThat(faster.cpuFactor()).isCloseTo(0.8, within(1e-9));
    }

    /** A loaded trial that was still compiling once made a half-busy machine look saturated. */
    @Test
    void growthThatNoContentionExplainsIsBackgroundWork() {
        CalibratedCosts cold = costs(ALONE, loaded(60, 0.4, 0.2, 40));

        // Twice the CPU with 0.3 of the other core busy; contention makes at most 1.3 of it.
        assertThat(cold.contention()).isEqualTo(1);
        assertThat(cold.backgroundCpuMs())
                .isCloseTo(costs(ALONE, loaded(30, 0.4, 0.2, 40)).backgroundCpuMs() + 0.7 * 30,
                        within(1e-9));
    }

    /** What a JVM compiled beside the requests once gave eight cores the throughput of one. */
    @Test
    void contentionIsWhatTheTasksFeltAndTheRestOfTheGrowthIsBackgroundWork() {
        Trial compiling = loaded(
                45, 0.9, 0.1, 20, call(201), call(201), call(201), call(204), combination(7.05), combination(9.05));

        CalibratedCosts calibration = costs(ALONE, compiling);

        // 21 ms of tasks alone, 23.1 now: a tenth more, with half of the other core busy.
        assertThat(calibration.contention()).isCloseTo(0.2, within(1e-9));
        assertThat(calibration.backgroundCpuMs())
                .isCloseTo(costs(ALONE, loaded(30, 0.9, 0.1, 20)).backgroundCpuMs() + 15 - 3, within(1e-9));
    }

    @Test
    void tasksThatWaitedForACoreDoNotCostMoreThanTheProcessSpent() {
        Trial crowded = loaded(
                33, 0.9, 0.1, 20, call(260), call(260), call(260), call(260), combination(60), combination(60));

        assertThat(costs(ALONE, crowded).contention()).isCloseTo(0.2, within(1e-9));
    }

    /** A simulation makes tasks wait for its cores: what is in σ too would count twice. */
    @Test
    void whatATaskWaitedForACoreOrTheCollectorIsNoContention() {
        Trial.TaskTime[] tasks = {call(201), call(201), call(201), call(209), combination(9), combination(9)};
        ResponseParts parts = new ResponseParts(200, 0, 2.0, 2, 1.0, 15, 3);

        assertThat(costs(ALONE, loaded(45, 0.9, 0.1, 20, tasks)).contention()).isCloseTo((30 / 21.0 - 1) / 0.5, within(1e-9));
        // A quarter of the 30 ms were such waits.
        assertThat(costs(ALONE, loaded(parts, 45, 0.9, 0.1, 20, tasks)).contention())
                .isCloseTo((22.5 / 21 - 1) / 0.5, within(1e-9));
    }

    /** Under load each call takes 3 ms beyond its upstream and its CPU time: threads wait for a core, answers for the network. */
    @Test
    void aCallHoldsItsThreadForAsLongAsItTookUnderLoad() {
        Trial trial = loaded(
                30, 0.9, 0.1, 20, call(204), call(204), call(204), call(207), combination(6), combination(8));

        CalibratedCosts calibration = costs(ALONE, trial);

        assertThat(calibration.contention()).isZero();
        assertThat(calibration.callTransportMs()).containsExactly(3.0, 3.0, 3.0, 3.0);
        assertThat(calibration.work(twoByTwo(50), false).callMs()).isCloseTo(4 * (50 + 3) + 7, within(1e-9));
        assertThat(costs(ALONE, loaded(30, 1.2, 0.3, 40)).callTransportMs()).containsExactly(0.0, 0.0, 0.0, 0.0);
    }

    @Test
    void moreCoresAreEachAsSlowAsTheMeasuredOnesWhenAllAreBusy() {
        CalibratedCosts two = costs(ALONE, loaded(36, 1.6, 0.2, 40));

        CalibratedCosts eight = two.onCores(2, 8);

        assertThat(1 + eight.contention() * 7).isCloseTo(1 + two.contention(), within(1e-9));
        assertThat(two.onCores(2, 2)).isEqualTo(two);
        assertThat(two.onCores(2, 1)).isEqualTo(two);
    }

    @Test
    void anotherTreeThanThatOfTheFloorOrTheCalibrationIsRefused() {
        Trial trial = loaded(30, 1.2, 0.3, 40);
        List<List<Call>> other = List.of(List.of(call(new Latency.Fixed(1))));

        assertThatThrownBy(() -> CalibratedCosts.of(ALONE, other, trial, 2)).hasMessageContaining("1 calls in 1 groups");
        assertThatThrownBy(() -> costs(ALONE, trial).work(other, false))
                .hasMessageContaining("4 calls in 2 groups")
                .hasMessageContaining("1 in 1");
    }

    /** Delays of 100 ms, and of 120 ms at p99. */
    @Test
    void latenciesAreJudgedByWhatTheyExceedTheDelayOfTheUpstreamsBy() {
        NullModel delays = new NullModel(50, 100, 120, 0);
        CheckedFigures waited = new CheckedFigures(50, 120, 200);
        Accuracy accuracy = new Accuracy(List.of(
                new CheckedPoint("near", new CheckedFigures(51, 115, 170), waited, delays),
                new CheckedPoint("as a total within 15 %", new CheckedFigures(50, 105, 200), waited, delays),
                new CheckedPoint("the tail", new CheckedFigures(50, 120, 150), waited, delays),
                new CheckedPoint("throughput", new CheckedFigures(44, 120, 200), waited, delays),
                new CheckedPoint("nothing waits", new CheckedFigures(50, 101, 121), new CheckedFigures(50, 101.5, 119), delays)));

        assertThat(accuracy.points()).extracting(CheckedPoint::hit).containsExactly(true, false, false, false, true);
        assertThat(accuracy.points().getFirst().error(Checked.THROUGHPUT)).isCloseTo(0.02, within(1e-9));
        assertThat(accuracy.points().getFirst().error(Checked.P50)).isCloseTo(-0.25, within(1e-9));
        assertThat(accuracy.points().getFirst().error(Checked.P99)).isCloseTo(-0.375, within(1e-9));
        assertThat(accuracy.hits()).isEqualTo(2);
        assertThat(accuracy.nullHits()).isEqualTo(1);
        assertThat(accuracy.sentence()).startsWith("2 of 5 measured points").endsWith("hit 1.");
    }

    /** Pools of 16 threads carry 16 / (4 × 0.1 s) = 40/s. */
    @Test
    void theNullModelKnowsDelaysPoolAndLoadAlone() {
        Topology.Pool pool = Topology.Pool.shared(16);
        Topology parallel = Topology.inParallel(pool, pool);

        assertThat(NullModel.of(Load.open(30), twoByTwo(100), parallel).figures())
                .isEqualTo(new CheckedFigures(30, 100, 100));
        assertThat(NullModel.of(Load.open(60), twoByTwo(100), parallel).perSecond()).isCloseTo(40, within(1e-9));
        assertThat(NullModel.of(Load.closed(40), twoByTwo(100), parallel).figures())
                .isEqualTo(new CheckedFigures(40, 1000, 1000));
        assertThat(NullModel.of(Load.open(30), twoByTwo(100), Topology.inTurn(pool, pool)).delayP99Ms())
                .isCloseTo(400, within(1e-6));
        Call random = call(new Latency.Lognormal(100, 0.3));
        NullModel tail = NullModel.of(Load.open(30), List.of(List.of(random, random), List.of(random, random)), parallel);
        // All four are below their p99.75, 100 × e^(0.3 × 2.807), in 99 of 100 requests.
        assertThat(tail.delayP99Ms()).isCloseTo(232.1, within(0.5));
    }

    @Test
    void aCalibrationByHandSaysThatItWasNotChecked() {
        assertThat(new Accuracy(List.of()).sentence()).contains("not checked at any measured point");
    }

    private static Call call(Latency latency) {
        return RequestWork.Call.of(latency).made();
    }

    private static List<List<Call>> twoByTwo(double ms) {
        Call call = call(new Latency.Fixed(ms));
        return List.of(List.of(call, call), List.of(call, call));
    }

    /** ADR 5: the floor is the critical path, so a request that is alone in the simulation takes exactly that. */
    @Test
    void aCalibratedRequestThatIsAloneTakesTheFloorAndNotItsCpuTime() {
        SimulationResult alone = costs(ALONE, loaded(30, 1.2, 0.3, 40)).predict(
                new Topology(false, false, 60, List.of(), 2, List.of(), false), twoByTwo(200), 2, false,
                new ServiceOptions(10, 10, Optional.of(Duration.ofSeconds(5)), List.of()),
                Load.open(2, Arrivals.CONSTANT), new RunLength(1000, 20_000, 1000, 2, 1));

        assertThat(alone.p50Ms()).isCloseTo(ALONE.latencyMs(false), within(2.5)).isLessThan(200 + 30);
    }

    private static Accuracy accuracy() {
        NullModel delays = new NullModel(20, 700, 750, 0);
        return new Accuracy(List.of(
                new CheckedPoint("near", new CheckedFigures(20, 800, 900), new CheckedFigures(19.6, 810, 1000), delays),
                new CheckedPoint("far", new CheckedFigures(20, 800, 900), new CheckedFigures(10, 810, 1000), delays)));
    }

    @Test
    void theTableSaysWhichPointsAreMissed() {
        assertThat(accuracy().markdown())
                .contains("| near | 20.0 | 19.6 | +2.0 % | 700 ms | 800 ms | 810 ms | -9 % | 750 ms | 900 ms | 1000 ms | -40 % | yes | no |")
                .contains("| far |", "| **no** | no |");
        assertThat(accuracy().sentence()).startsWith("1 of 2 measured points are within 10 %");
    }

    @Test
    void aCalibrationIsKeptWithItsErrorAndReadBack(@TempDir Path folder) throws IOException {
        CalibrationFile file = new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION, "2026-01-01T00:00:00Z", "2 cores", 2, "memory 0.5 primitive",
                costs(ALONE, loaded(30, 1.2, 0.3, 40)), accuracy());
        Path kept = folder.resolve("calibration.json");

        file.write(kept);

        assertThat(CalibrationFile.read(kept)).isEqualTo(file);
        assertThatThrownBy(() -> CalibrationFile.read(folder.resolve("none.json")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.json does not exist");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"accuracy\": {\"points\": []}}");
        assertThatThrownBy(() -> CalibrationFile.read(broken)).isInstanceOf(IOException.class);
    }
}
