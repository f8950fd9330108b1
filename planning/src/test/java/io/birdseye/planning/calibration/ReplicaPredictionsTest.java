package io.birdseye.planning.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaPredictionsTest {

    private static final RunLength LONG = new RunLength(2_000, 60_000, 10_000, 3, 1);

    private static final StrategyMenu TWO_POOLS = (io, cpu) -> List.of(new StrategyMenu.Option(
            "two pools", new Topology(false, false, io, List.of(), cpu, List.of(), false), true, "it is the only one"));

    private static PointSettings asked(Load load, int io) {
        return new PointSettings(
                "", load, Work.article(Duration.ofMillis(100), 0.5, Layout.PRIMITIVE), ServiceLimits.of(io, 2, 60, 100),
                Duration.ofSeconds(5));
    }

    /** Four calls of 100 ms in parallel, and a millisecond of CPU time. */
    private static ReplicaPredictions predicted(PointSettings asked, int count) {
        CheckedFigures figures = new CheckedFigures(20, 100, 110);
        CalibrationFile file = new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION, "2026-01-01T00:00:00Z", "2 cores", 2, CalibrationFile.work(asked),
                new CalibratedCosts(Collections.nCopies(4, 0.0), Collections.nCopies(4, 0.0), List.of(0.5, 0.5), 0, 0, 1, 0),
                new Accuracy(List.of(new CheckedPoint("p", figures, figures, new NullModel(20, 100, 110, 0)))));
        List<List<Call>> upstreams = new ChangedUpstreams(Optional.empty(), Map.of()).of(asked.upstreams());
        return ReplicaPredictions.of(
                asked, count, each -> StrategyPredictions.of(file, each, upstreams, Optional.of(2), LONG, TWO_POOLS));
    }

    private static SimulationResult figures(StrategyPredictions predictions) {
        return predictions.strategies().getFirst().figures();
    }

    @Test
    void eachReplicaHasItsShareAndTheOthersHaveMoreWhenOneIsLost() {
        // 12 threads carry 12 / (4 x 100 ms) = 30/s.
        ReplicaPredictions predictions = predicted(asked(Load.open(80, Arrivals.CONSTANT), 12), 4);
        StrategyPredictions afterLoss = Objects.requireNonNull(predictions.afterLoss());

        assertThat(figures(predictions.usual()).achievedPerSecond()).isCloseTo(20, within(0.2));
        assertThat(figures(predictions.usual()).p50Ms()).isCloseTo(100, within(5.0));
        assertThat(figures(afterLoss).achievedPerSecond()).isCloseTo(80 / 3.0, within(0.3));
        assertThat(predictions.usual().pools()).as("those for the load after the loss").isEqualTo(afterLoss.pools());
        assertThat(predictions.text()).startsWith("Each of 4 replicas, which share open, 80/s at equal distances:\n")
                .contains("Each of the other 3 when one is lost:\n");
    }

    @Test
    void aLossThatIsTooMuchForTheOthersIsSeen() {
        ReplicaPredictions predictions = predicted(asked(Load.open(50), 12), 2);

        assertThat(figures(predictions.usual()).achievedPerSecond()).isCloseTo(25, within(0.3));
        assertThat(figures(Objects.requireNonNull(predictions.afterLoss())).achievedPerSecond())
                .as("one of them carries 30/s").isCloseTo(30, within(1.0));
    }

    @Test
    void usersAreSharedAndThereMustBeOneForEach() {
        ReplicaPredictions predictions = predicted(asked(Load.closed(24), 12), 3);

        // 8 users with one request each in flight, of which three fit into 12 threads at once.
        assertThat(figures(predictions.usual()).achievedPerSecond()).isCloseTo(30, within(1.0));
        assertThatThrownBy(() -> predicted(asked(Load.closed(2), 12), 3)).hasMessageContaining("at most as many as the users");
        assertThatThrownBy(() -> predicted(asked(Load.open(2), 12), 0)).hasMessage("replicas must be 1 to 100000, but are 0");
    }

    @Test
    void oneInstanceIsTheWholePrediction() {
        ReplicaPredictions one = predicted(asked(Load.open(20), 12), 1);

        assertThat(one.afterLoss()).isNull();
        assertThat(one.text()).isEqualTo(one.usual().text());
    }
}
