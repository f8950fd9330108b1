package io.birdseye.planning.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Arrivals;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.DataSize;
import io.birdseye.model.Latency.Fixed;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.scenario.Faults;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final Simulation.RunLength RUN_LENGTH = Models.runLength(10_000, 60_000, 3, 1);

    /** All ways to use a pool of so many threads for the calls. */
    private static List<Topology> frameworks(int threads) {
        return List.of(
                Models.suspended(threads, 2), Models.blocked(threads, 2), Models.inTurn(threads, 2),
                Models.chained(Collections.nCopies(4, threads / 4), List.of(1, 1)));
    }

    private static SimulationResult run(Topology topology, double callMs, Load load) {
        // Without a bound on the requests in progress an overloaded pool is busy with the first calls of ever more
        // requests, and finishes few of them.
        return run(topology, Models.twoByTwo(new Fixed(callMs), 8), 100, 50, load);
    }

    private static SimulationResult run(Topology topology, RequestWork work, int httpThreads, int maxInFlight, Load load) {
        return Simulation.run(
                new ServiceModel(topology, work, 2, 0, httpThreads, ServiceModel.UNBOUNDED, maxInFlight, Double.POSITIVE_INFINITY), load,
                RUN_LENGTH);
    }

    @Test
    void sixteenThreadsWithFourCallsOf200MsCarryTwentyPerSecondAnd24At400MsFifteenWhateverTheFramework() {
        for (Topology topology : frameworks(16)) {
            SimulationResult closed = run(topology, 200, Load.closed(50));

            assertThat(closed.achievedPerSecond()).isCloseTo(20, Percentage.withPercentage(3));
            assertThat(closed.mean(Figure.MEAN_MS)).isCloseTo(2500, Percentage.withPercentage(3));
            assertThat(run(topology, 200, Load.open(50, Arrivals.CONSTANT)).achievedPerSecond())
                    .isCloseTo(20, Percentage.withPercentage(3));
        }
        for (Topology topology : frameworks(24)) {
            assertThat(run(topology, 400, Load.closed(50)).achievedPerSecond()).isCloseTo(15, Percentage.withPercentage(3));
        }
    }

    @Test
    void combinationsOnTheSamePoolTakeTheirShareOfIt() {
        SimulationResult result = run(Models.onePool(16, 16), 200, Load.closed(50));

        // 816 ms of pool time for each request where the cores are idle enough.
        assertThat(result.achievedPerSecond()).isCloseTo(16 * 1000 / 816.0, Percentage.withPercentage(3));
    }

    @Test
    void oneHandlerForOneCallIsTheBottleneck() {
        SimulationResult result = run(Models.chained(List.of(3, 1, 3, 2), List.of(1, 1)), 200, Load.closed(50));

        assertThat(result.achievedPerSecond()).isCloseTo(5, Percentage.withPercentage(3));
    }

    @Test
    void aloneARequestTakesItsFloor() {
        Load alone = Load.open(0.5, Arrivals.CONSTANT);

        assertThat(run(Models.suspended(16, 2), 200, alone).p50Ms()).isCloseTo(208, within(1e-6));
        assertThat(run(Models.blocked(16, 2), 200, alone).p50Ms()).isCloseTo(216, within(1e-6));
        assertThat(run(Models.inTurn(16, 2), 200, alone).p50Ms()).isCloseTo(816, within(1e-6));
        assertThat(run(Models.chained(List.of(3, 1, 3, 2), List.of(1, 1)), 200, alone).p50Ms())
                .isCloseTo(816, within(1e-6));
    }

    @Test
    void heldHttpThreadsBoundABlockingStrategy() {
        SimulationResult result = run(
                Models.blocked(400, 2), Models.twoByTwo(new Fixed(200), 0), 4, ServiceModel.UNBOUNDED, Load.closed(50));

        assertThat(result.achievedPerSecond()).isCloseTo(20, Percentage.withPercentage(2));
        assertThat(result.mean(Figure.HTTP_BUSY)).isCloseTo(4, within(0.01));
    }

    @Test
    void aQueueBoundRefusesTheExcessAndKeepsTheLatencyOfTheRest() {
        SimulationResult result =
                run(Models.suspended(16, 2), Models.twoByTwo(new Fixed(200), 0), 100, 8, Load.open(40));

        assertThat(result.achievedPerSecond()).isBetween(18.0, 20.5);
        assertThat(result.mean(Figure.REFUSED_SHARE)).isBetween(0.45, 0.58);
        // At most 8 inside at 20/s: Little's law allows 0.4 s.
        assertThat(result.mean(Figure.MAX_MS)).isLessThan(650);
    }

    @Test
    void aStalledUpstreamFailsItsRequestsAtTheDeadlineAndGivesTheThreadsBack() {
        Latency stalled = new Fixed(1e12);
        RequestWork work = new RequestWork(
                List.of(new RequestWork.Group(
                        List.of(RequestWork.Call.of(new Fixed(100)), RequestWork.Call.of(stalled)), new Fixed(0))),
                0);
        ServiceModel model = new ServiceModel(Models.suspended(100, 2), work, 2, 0, 10, 1000, 1000, 1000);

        SimulationResult result = Simulation.run(model, Load.open(10, Arrivals.CONSTANT), RUN_LENGTH);

        assertThat(result.mean(Figure.FAILED_SHARE)).isEqualTo(1);
        assertThat(result.mean(Figure.IO_BUSY)).isCloseTo(10 * (0.1 + 1), within(0.1));
        assertThat(result.mean(Figure.INSIDE)).isCloseTo(10, within(0.1));
    }

    @Test
    void callsFailAsOftenAsTheyAreSaidTo() {
        RequestWork.Call call = RequestWork.Call.of(new Scenario.Call("", new Fixed(50), DataSize.NONE,
                new Faults(new Faults.ErrorStatus(503, 0.1), null, null), CallPolicy.ONCE, null));
        RequestWork work = new RequestWork(List.of(new RequestWork.Group(List.of(call, call), new Fixed(0))), 0);

        SimulationResult result = Simulation.run(
                ServiceModel.of(Models.suspended(100, 2), work, 2), Load.open(100), RUN_LENGTH);

        assertThat(result.mean(Figure.FAILED_SHARE)).isCloseTo(1 - 0.9 * 0.9, within(0.02));
    }

    @Test
    void aChainTakesTheSumOfItsCallsAndOneThatIsNotMadeEndsIt() {
        RequestWork.Call chain = call(1, call(1, call(0.4, null)));
        RequestWork work = new RequestWork(List.of(new RequestWork.Group(List.of(chain, call(0.25, call(1, null))), new Fixed(0))), 0);
        SimulationResult result = Simulation.run(ServiceModel.of(Models.suspended(1000, 2), work, 2), Load.open(100), RUN_LENGTH);

        // 50 ms each: the first chain has three of them in 40 % of the requests, else two; the second two or none.
        assertThat(result.mean(Figure.MEAN_MS)).isCloseTo(100 + 0.4 * 50, within(1.0));
        assertThat(result.mean(Figure.MAX_MS)).isCloseTo(150, within(1e-6));
        assertThat(work.callMs()).isCloseTo(120 + 0.25 * 100, within(1e-9));
        assertThat(result.mean(Figure.IO_BUSY)).isCloseTo(100 * 0.145, within(0.3));
        assertThat(work.slowestMs(0.5)).isEqualTo(100);
        assertThat(work.slowestMs(0.99)).isEqualTo(150);
    }

    /** With a thread for each of four requests, one place and calls of 50 ms before and behind it. */
    @Test
    void whoWaitsForAPlaceHoldsItsThread() {
        CallPolicy.Pool pool = new CallPolicy.Pool("db", 1, null);
        RequestWork.Call chain = Models.call(new Fixed(50), null, null, Models.call(new Fixed(100), pool, null, call(1, null)));
        RequestWork work = new RequestWork(List.of(new RequestWork.Group(List.of(chain), new Fixed(0))), 0);
        SimulationResult result = Simulation.run(ServiceModel.of(Models.suspended(4, 2), work, 2), Load.closed(20), RUN_LENGTH);

        assertThat(result.achievedPerSecond()).isCloseTo(10, Percentage.withPercentage(1));
        assertThat(result.mean(Figure.IO_UTILISATION)).isCloseTo(1, within(0.01));
        assertThat(result.pools().get(pool)).satisfies(use -> {
            assertThat(use.utilisation()).isCloseTo(1, within(0.01));
            // Four hold a thread: one its place, the others 100 ms before and behind it, or the queue.
            assertThat(use.waitMs()).isCloseTo(400 - 200, within(5.0));
        });
    }

    @Test
    void attemptsThatTakeTooLongEndAtTheTimeoutAndAreMadeAgain() {
        CallPolicy twice = new CallPolicy(1, null, Duration.ofMillis(75), CallPolicy.Retry.times(1));
        RequestWork.Call call = Models.call(new Latency.Uniform(50, 100), twice, null);
        RequestWork work = new RequestWork(List.of(new RequestWork.Group(List.of(call), new Fixed(0))), 0);
        SimulationResult result = Simulation.run(ServiceModel.of(Models.suspended(1000, 2), work, 2), Load.open(200), RUN_LENGTH);

        assertThat(result.mean(Figure.FAILED_SHARE)).isCloseTo(0.25, within(0.01));
        assertThat(work.failingShare()).isCloseTo(0.25, within(1e-9));
        // Answered at once within 75 ms, or within 75 ms more.
        assertThat(result.mean(Figure.MEAN_MS)).isCloseTo(62.5 + 75.0 / 3, within(0.6));
        assertThat(work.callMs()).isCloseTo(1.5 * (0.5 * 62.5 + 0.5 * 75), within(1e-9));
        assertThat(result.mean(Figure.IO_BUSY)).isCloseTo(200 * work.callMs() / 1000, within(0.2));
    }

    private static RequestWork.Call call(double probability, RequestWork.@Nullable Call then) {
        return Models.call(new Fixed(50), new CallPolicy(probability, null, null, CallPolicy.Retry.NEVER), then);
    }

    @Test
    void contentionMakesBusyCoresSlowerThanTheirNumber() {
        RequestWork work = Models.twoByTwo(new Fixed(1), 10);
        Topology path = Models.suspended(1000, 4);
        ServiceModel contended = new ServiceModel(path, work, 4, 0.2, 1000, 1000, 1000, Double.POSITIVE_INFINITY);

        SimulationResult result = Simulation.run(contended, Load.closed(50), RUN_LENGTH);

        // Four busy cores, each at 1 / (1 + 0.2 · 3) of its speed; 20 ms of work for each request.
        assertThat(result.achievedPerSecond()).isCloseTo(4 / 1.6 / 0.020, Percentage.withPercentage(1));
    }

    @Test
    void equalSeedsGiveEqualFiguresAndOthersDoNot() {
        ServiceModel model = Models.queue(3, new Latency.Exponential(20));
        Load load = Load.open(100);
        Simulation.RunLength other = Models.runLength(10_000, 60_000, 3, 2);

        assertThat(Simulation.run(model, load, RUN_LENGTH)).isEqualTo(Simulation.run(model, load, RUN_LENGTH));
        assertThat(Simulation.run(model, load, other)).isNotEqualTo(Simulation.run(model, load, RUN_LENGTH));
    }

    @Test
    void aTopologyForAnotherTreeIsRefused() {
        Topology path = Models.chained(List.of(1, 1, 1), List.of(1, 1));

        assertThatThrownBy(() -> ServiceModel.of(path, Models.twoByTwo(new Fixed(1), 1), 2))
                .hasMessageContaining("3 calls")
                .hasMessageContaining("has 4");
    }

    @Test
    void withUnlimitedServersTheNumberInsideIsPoisson() {
        assertThat(Queueing.meanInside(200, 200)).isCloseTo(40, within(1e-9));
        assertThat(Queueing.insideQuantile(200, 200, 0.5)).isEqualTo(40);
        assertThat(Queueing.insideQuantile(200, 200, 0.99)).isEqualTo(55);
    }

    @Test
    void theArticlesPoolsCarryWhatTheUtilisationLawSays() {
        assertThat(Queueing.highestRate(16, 4 * 200)).isCloseTo(20, within(1e-9));
        assertThat(Queueing.highestRate(24, 4 * 400)).isCloseTo(15, within(1e-9));
        assertThat(Queueing.fewestServers(50, 4 * 200)).isEqualTo(41);
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Queueing.highestRate(0, 1)).hasMessageContaining("servers").hasMessageContaining("0");
        assertThatThrownBy(() -> Queueing.meanInside(-1, 2)).hasMessageContaining("rate").hasMessageContaining("-1");
    }
}
