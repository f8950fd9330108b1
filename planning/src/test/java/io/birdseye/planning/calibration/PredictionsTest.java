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
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.scenario.Scenario.Call;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where what is answered follows from arithmetic. */
class PredictionsTest {

    private static final RunLength LONG = new RunLength(2_000, 60_000, 10_000, 5, 1);
    private static final ChangedUpstreams UNCHANGED = new ChangedUpstreams(Optional.empty(), Map.of());

    private static final StrategyMenu TWO_POOLS = (io, cpu) -> List.of(new StrategyMenu.Option(
            "two pools", new Topology(false, false, io, List.of(), cpu, List.of(), false), true, "it is the only one"));

    private static PointSettings asked(Load load, String calls) throws Exception {
        ScenarioFile scenario = ScenarioFile.parse("x.yaml", """
                name: x
                groups: [{ name: g, calls: [%s] }]
                """.formatted(calls), List.of());
        return new PointSettings(
                "", load, Work.article(Duration.ofMillis(1), 1, Layout.PRIMITIVE).withScenario(Optional.of(scenario)),
                ServiceLimits.of(200, 2, 1_000, 100), Duration.ofSeconds(5));
    }

    private static StrategyPredictions predicted(PointSettings asked, ChangedUpstreams changes, double combineMs) {
        List<List<Call>> upstreams = changes.of(asked.work().upstreams());
        List<Double> ofCalls = Collections.nCopies(upstreams.stream().mapToInt(List::size).sum(), 0.0);
        Accuracy.CheckedFigures figures = new Accuracy.CheckedFigures(20, 100, 110);
        CalibrationFile file = new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION, "2026-01-01T00:00:00Z", "2 cores", 2, CalibrationFile.work(asked),
                new CalibratedCosts(ofCalls, ofCalls, Collections.nCopies(upstreams.size(), combineMs), 0, 0, 1, 0),
                new Accuracy(List.of(new Accuracy.CheckedPoint("p", figures, figures, new NullModel(20, 100, 110, 0)))));
        return StrategyPredictions.of(file, asked, upstreams, Optional.of(2), LONG, TWO_POOLS);
    }

    private static SimulationResult predicted(PointSettings asked, ChangedUpstreams changes) {
        return figures(predicted(asked, changes, 0));
    }

    private static SimulationResult figures(StrategyPredictions predictions) {
        return predictions.strategies().getFirst().figures();
    }

    /** 20 users who share ten threads' worth of permits for calls of a minute: a trial of seconds sees no answer. */
    @Test
    void theRunIsAsLongAsSlowUpstreamsAndQueuesNeed() throws Exception {
        PointSettings slow = asked(Load.closed(20), "{ name: a, latency: 60s }");
        PointSettings asked = new PointSettings("", slow.load(), slow.work(), ServiceLimits.of(10, 2, 1_000, 100), Duration.ofHours(1));
        StrategyPredictions predictions = predictedFor(asked, new RunLength(2_000, 8_000, 16_000, 3, 1));

        StrategyPredictions.Predicted only = predictions.strategies().getFirst();
        assertThat(only.steady()).isTrue();
        assertThat(only.simulatedSeconds()).isGreaterThan(240);
        assertThat(only.figures().achievedPerSecond()).isCloseTo(10.0 / 60, within(0.01));
        assertThat(only.figures().p50Ms()).isCloseTo(120_000, within(100.0));
        assertThat(predictions.text()).contains("p50  120000 ms").doesNotContain("simulated time");
    }

    @Test
    void whatWasNotSeenIsNotSaid() throws Exception {
        PointSettings many = asked(Load.closed(1000), "{ name: a, latency: 60s }");
        PointSettings asked = new PointSettings("", many.load(), many.work(), ServiceLimits.of(10, 2, 10, 1000), Duration.ofHours(1));

        // 990 refused users ask again each millisecond: to wait for an answer would take long.
        assertThat(predictedFor(asked, new RunLength(100, 100, 100, 2, 1)).text())
                .contains("no answer seen within 200ms of simulated time")
                .doesNotContain("answers no request within the deadline");
    }

    @Test
    void aRequestThatNeverMeetsItsDeadlineIsSaidSo() throws Exception {
        assertThat(predictedFor(asked(Load.open(20), "{ name: a, latency: 6s }"), new RunLength(100, 100, 100, 2, 1)).text())
                .contains("answers no request within the deadline");
    }

    @Test
    void aSharedPoolIsToldWithItsWaitsAndWithThePlacesThatWouldDo() throws Exception {
        ScenarioFile scenario = ScenarioFile.parse("x.yaml", """
                name: x
                pools: { db: { size: 10, wait: 1s } }
                groups: [{ name: g, calls: [{ name: a, latency: 200ms, pool: db, then: b }, { name: b, latency: 5ms, pool: db }] }]
                """, List.of());
        PointSettings asked = new PointSettings(
                "", Load.open(60), Work.article(Duration.ofMillis(1), 1, Layout.PRIMITIVE).withScenario(Optional.of(scenario)),
                ServiceLimits.of(200, 2, 1_000, 100), Duration.ofSeconds(5));
        StrategyPredictions predictions = predictedFor(asked, LONG);

        // Fewer than 48.8/s come through, since those who give up at their second call have held a place before.
        assertThat(figures(predictions).achievedPerSecond()).isBetween(30.0, 48.9);
        assertThat(predictions.text())
                .contains("pool 'db' 100 % busy")
                .contains("Pool 'db' (10 places, held 205 ms by a request) carries at most 48.8/s, and no strategy carries more."
                        + " At this rate nearly nobody would wait for one of ");
        assertThat(predictions.json().toString()).contains("\"sharedPools\":[{\"name\":\"db\",\"busyShare\":");
        assertThat(predictions.sharedPools().getFirst().enough()).isBetween(14, 24);
    }

    private static StrategyPredictions predictedFor(PointSettings asked, RunLength length) {
        CalibrationFile byHand = new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION, "2026-01-01T00:00:00Z", "by hand", 2, "",
                new CalibratedCosts(List.of(0.0), List.of(0.0), List.of(0.0), 0, 0, 1, 0), new Accuracy(List.of()));
        StrategyPredictions predictions = StrategyPredictions.of(byHand, asked, asked.work().upstreams(), Optional.of(2), length, TWO_POOLS);
        assertThat(predictions.text()).contains("not checked at any measured point");
        return predictions;
    }

    @Test
    void atARateTheShareOfRequestsWhoseCallsAllSucceedIsAnswered() throws Exception {
        PointSettings asked = asked(Load.open(50), """
                { name: a, latency: 100ms, payload: 1kB, failureRate: 0.1 },
                { name: b, latency: 60ms, payload: 1kB, faults: { status: { code: 500, probability: 0.05 },
                  connection: { kind: EMPTY_RESPONSE, probability: 0.1 } } },
                { name: c, latency: 20ms, payload: 1kB }""");
        double answered = 0.9 * 0.95 * 0.9;

        SimulationResult result = predicted(asked, UNCHANGED);

        assertThat(asked.work().scenario().orElseThrow().failingShare()).isCloseTo(1 - answered, within(1e-9));
        assertThat(result.mean(Figure.FAILED_SHARE)).isCloseTo(1 - answered, within(0.01));
        assertThat(result.achievedPerSecond()).isCloseTo(50 * answered, within(0.5));
        assertThat(result.mean(Figure.REFUSED_SHARE)).isZero();
        assertThat(result.p50Ms()).as("right answers only").isCloseTo(100, within(0.5));
    }

    /** Each of 8 users has a turn of 100 ms, whether or not it succeeds: 80 requests/s, of which half are answered. */
    @Test
    void usersGoOnAfterAFailure() throws Exception {
        PointSettings asked = asked(Load.closed(8), "{ name: a, latency: 100ms, payload: 1kB, failureRate: 0.5 }");

        SimulationResult result = predicted(asked, UNCHANGED);

        assertThat(result.mean(Figure.OFFERED_PER_SECOND)).isCloseTo(80, within(0.5));
        assertThat(result.achievedPerSecond()).isCloseTo(40, within(1.0));
        assertThat(result.mean(Figure.FAILED_SHARE)).isCloseTo(0.5, within(0.01));
    }

    @Test
    void anUpstreamThatIsAskedToBeSlowerStillFailsAsOften() throws Exception {
        PointSettings asked = asked(Load.open(50), "{ name: a, latency: 100ms, payload: 1kB, failureRate: 0.2 }");

        SimulationResult result =
                predicted(asked, new ChangedUpstreams(Optional.empty(), Map.of(1, Duration.ofMillis(300))));

        assertThat(result.mean(Figure.FAILED_SHARE)).isCloseTo(0.2, within(0.01));
        assertThat(result.p50Ms()).isCloseTo(300, within(0.5));
    }

    /** Four calls of 100 ms in parallel, on 12 threads that carry 12 / (4 x 100 ms) = 30/s, and a millisecond of CPU time. */
    private static ReplicaPredictions replicas(Load load, int count) {
        PointSettings asked = new PointSettings(
                "", load, Work.article(Duration.ofMillis(100), 0.5, Layout.PRIMITIVE), ServiceLimits.of(12, 2, 60, 100),
                Duration.ofSeconds(5));
        return ReplicaPredictions.of(asked, count, each -> predicted(each, UNCHANGED, 0.5));
    }

    @Test
    void eachReplicaHasItsShareAndTheOthersHaveMoreWhenOneIsLost() {
        ReplicaPredictions predictions = replicas(Load.open(80, Arrivals.CONSTANT), 4);
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
        ReplicaPredictions predictions = replicas(Load.open(50), 2);

        assertThat(figures(predictions.usual()).achievedPerSecond()).isCloseTo(25, within(0.3));
        assertThat(figures(Objects.requireNonNull(predictions.afterLoss())).achievedPerSecond())
                .as("one of them carries 30/s").isCloseTo(30, within(1.0));
    }

    @Test
    void usersAreSharedAndThereMustBeOneForEach() {
        ReplicaPredictions predictions = replicas(Load.closed(24), 3);

        // 8 users with one request each in flight, of which three fit into 12 threads at once.
        assertThat(figures(predictions.usual()).achievedPerSecond()).isCloseTo(30, within(1.0));
        assertThatThrownBy(() -> replicas(Load.closed(2), 3)).hasMessageContaining("at most as many as the users");
        assertThatThrownBy(() -> replicas(Load.open(2), 0)).hasMessage("replicas must be 1 to 100000, but are 0");
    }

    @Test
    void oneInstanceIsTheWholePrediction() {
        ReplicaPredictions one = replicas(Load.open(20), 1);

        assertThat(one.afterLoss()).isNull();
        assertThat(one.text()).isEqualTo(one.usual().text());
    }
}
