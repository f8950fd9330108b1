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
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationFileTest {

    private static final List<List<Call>> UPSTREAMS = List.of(fixed(), fixed());
    private static final Floor FLOOR = new Floor(List.of(201.0, 201.0, 201.0, 203.0), List.of(2.0, 3.0), 16);

    @TempDir
    Path folder;

    private static Trial loaded(double cpuMs) {
        Trial.Latency latency = new Trial.Latency(210, 210, 212, null, 220.0, null, 230);
        return new Trial(
                "executor", 1, new Budget(60, 2, 250),
                new Topology(false, true, 60, List.of(), 2, List.of(), false),
                Trial.Outcome.COMPLETED, null,
                new Trial.Measured(
                        new Trial.Counts(30, 50, 50, 1500, 0, Map.of(), 1.0), latency, latency,
                        new Trial.Work(new Trial.Resources(cpuMs, null, 1.0, 1.0, 1, null, 90, null, cpuMs * 50 / 1000, 0.2, 0.1),
                                List.of(), 40, 2, null, null),
                        new Trial.Instruments(1, null, null, new Trial.Disturbance(null, null, null, null, null),
                                new Trial.InjectorsUsed(0, List.of())),
                        new Trial.Course("h.hlog", null, null, null), null));
    }

    @Test
    void theFloorOfAComparisonIsTheUnloadedTrial() {
        CalibratedCosts calibration = CalibratedCosts.of(FLOOR, UPSTREAMS, loaded(16), 2);

        assertThat(calibration.combineMs()).containsExactly(2.0, 3.0);
        assertThat(calibration.callCpuMs()).containsExactly(1.0, 1.0, 1.0, 3.0);
        assertThat(calibration.backgroundCpuMs()).as("16 ms less what the tasks took").isCloseTo(5, within(1e-9));
        assertThat(calibration.sharedCpuMs()).as("0.3 cores at 50/s").isCloseTo(6, within(1e-9));
        assertThat(calibration.contention()).isZero();
        assertThat(CalibratedCosts.of(FLOOR, UPSTREAMS, loaded(20), 2).contention()).isPositive();
    }

    /** ADR 5: the floor is the critical path, so a request that is alone in the simulation takes exactly that. */
    @Test
    void aCalibratedRequestThatIsAloneTakesTheFloorAndNotItsCpuTime() {
        CalibratedCosts calibration = CalibratedCosts.of(FLOOR, UPSTREAMS, loaded(16), 2);

        SimulationResult alone = calibration.predict(
                new Topology(false, false, 60, List.of(), 2, List.of(), false),
                UPSTREAMS, 2, false,
                new ServiceOptions(10, 10, Optional.of(Duration.ofSeconds(5)), List.of()),
                Load.open(2, Arrivals.CONSTANT),
                new RunLength(1000, 20_000, 1000, 2, 1));

        assertThat(alone.p50Ms()).isCloseTo(FLOOR.latencyMs(false), within(2.5));
        assertThat(alone.p50Ms()).isLessThan(200 + 16);
    }

    private static List<Call> fixed() {
        return List.of(Call.of(new Latency.Fixed(200)), Call.of(new Latency.Fixed(200)));
    }

    @Test
    void anotherTreeThanThatOfTheFloorIsRefused() {
        assertThatThrownBy(() -> CalibratedCosts.of(FLOOR, List.of(List.of(Call.of(new Latency.Fixed(200)))), loaded(16), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 calls in 1 groups");
    }

    @Test
    void theTableSaysWhichPointsAreMissed() {
        Accuracy accuracy = accuracy();

        assertThat(accuracy.markdown())
                .contains("| near | 20.0 | 19.6 | +2.0 % | 700 ms | 800 ms | 810 ms | -9 % | 750 ms | 900 ms | 1000 ms | -40 % | yes | no |")
                .contains("| far |", "| **no** | no |");
        assertThat(accuracy.sentence()).startsWith("1 of 2 measured points are within 10 %");
    }

    @Test
    void aCalibrationIsKeptWithItsErrorAndReadBack() throws IOException {
        CalibrationFile file = new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION, "2026-01-01T00:00:00Z", "2 cores", 2, "memory 0.5 primitive",
                CalibratedCosts.of(FLOOR, UPSTREAMS, loaded(16), 2), accuracy());
        Path kept = folder.resolve("calibration.json");

        file.write(kept);

        assertThat(CalibrationFile.read(kept)).isEqualTo(file);
        assertThatThrownBy(() -> CalibrationFile.read(folder.resolve("none.json")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.json does not exist");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"accuracy\": {\"points\": []}}");
        assertThatThrownBy(() -> CalibrationFile.read(broken)).isInstanceOf(IOException.class);
    }

    private static Accuracy accuracy() {
        return new Accuracy(List.of(
                new CheckedPoint(
                        "near", new CheckedFigures(20, 800, 900), new CheckedFigures(19.6, 810, 1000),
                        new NullModel(20, 700, 750, 0)),
                new CheckedPoint(
                        "far", new CheckedFigures(20, 800, 900), new CheckedFigures(10, 810, 1000),
                        new NullModel(20, 700, 750, 0))));
    }
}
