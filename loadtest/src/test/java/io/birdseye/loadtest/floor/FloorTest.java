package io.birdseye.loadtest.floor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.capacity.TaskNames;
import io.birdseye.report.result.Floor;
import io.birdseye.scenario.Faults;
import io.birdseye.scenario.Scenario.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloorTest {

    private static final Latency RANDOM = new Latency.Lognormal(250, 0.8);
    private static final Latency FIXED = new Latency.Fixed(200);

    /** The median of the slower of two is 387 ms, however few requests were measured. */
    @Test
    void theFloorOfRandomCallsIsTheMedianOfTheSlowestAndNotTheSlowestMedian() {
        Floor floor = measured(List.of(RANDOM, RANDOM), 30);

        assertThat(floor.slowestCallMs()).isCloseTo(387, within(1.0));
        assertThat(floor.latencyMs(false)).isCloseTo(387 + 3, within(1.0));
        assertThat(floor.callsInTurnMs()).isCloseTo(medianOfSums(), within(6.0));
        assertThat(floor.callMeanMs()).allSatisfy(mean -> assertThat(mean).isCloseTo(344.3, within(0.1)));
    }

    @Test
    void whatAPoolCanCarryFollowsFromMeans() {
        Floor floor = measured(List.of(RANDOM, RANDOM), 30);
        Topology elevenThreads = new Topology(false, false, 11, List.of(), 2, List.of(), false);

        List<Bound> bounds = new Capacity(floor, new TaskNames(List.of("a", "b"), List.of("g")), 8, 100, floor.cpuMsPerRequest(), List.of())
                .bounds(elevenThreads, Load.open(20));

        assertThat(bounds.getFirst().resource()).isEqualTo(Bound.Resource.IO_POOL);
        assertThat(bounds.getFirst().perSecond()).isCloseTo(16.0, within(0.1));
    }

    @Test
    void whatAFixedCallTakesBeyondItsUpstreamIsAddedToRandomOnes() {
        UnloadedRequests requests = requests(FIXED, RANDOM);
        for (int i = 0; i < 9; i++) {
            requests.add("g0c0-io;dur=202.5, g0c1-io;dur=100.0, g0-cpu;dur=3.0, join-cpu;dur=0.1");
        }

        assertThat(requests.floor(5).callMeanMs().getLast()).isCloseTo(RANDOM.meanMs() + 2.5, within(1e-9));
    }

    @Test
    void fixedCallsAndCombinationsAreTakenAsMeasured() {
        UnloadedRequests requests = requests(FIXED, FIXED);
        requests.add("g0c0-io;dur=201.0, g0c1-io;dur=203.0, g0-cpu;dur=3.0, g1-cpu;dur=9.0");
        requests.add("g0c0-io;dur=204.0, g0c1-io;dur=201.0, g0-cpu;dur=8.0, g1-cpu;dur=2.0");
        requests.add("g0c0-io;dur=201.0, g0c1-io;dur=205.0, g0-cpu;dur=4.0, g1-cpu;dur=1.0");

        Floor floor = requests.floor(20);

        assertThat(floor.callMs()).containsExactly(201.0, 203.0);
        assertThat(floor.callMeanMs()).containsExactly(202.0, 203.0);
        assertThat(floor.combineMeanMs()).containsExactly(5.0, 4.0);
        assertThat(floor.slowestCallMs()).isEqualTo(204);
        assertThat(floor.callsInTurnMs()).isEqualTo(405);
        assertThat(floor.longestCombineMs()).as("3 and 9, 8 and 2, 4 and 1").isEqualTo(8);
    }

    @Test
    void anotherTreeIsRefused() {
        UnloadedRequests requests = requests(FIXED, FIXED);
        requests.add("g0c0-io;dur=201.0");

        assertThatThrownBy(() -> requests.floor(1)).hasMessage("the requests made not all of the calls g0c0, g0c1");
    }

    private static UnloadedRequests requests(Latency... upstreams) {
        return new UnloadedRequests(new CallTimes(IntStream.range(0, upstreams.length)
                .mapToObj(i -> call("g0c" + i, upstreams[i], CallPolicy.ONCE, null)).toList()));
    }

    private static Call call(String name, Latency latency, CallPolicy policy, @Nullable Call then) {
        return new Call(name, latency, DataSize.NONE, Faults.NONE, policy, then);
    }

    @Test
    void theFloorOfCallsInTurnIsTheirSum() {
        Call chain = call("user", FIXED, CallPolicy.ONCE, call("orders", new Latency.Fixed(100), CallPolicy.ONCE, null));
        UnloadedRequests requests = new UnloadedRequests(new CallTimes(List.of(chain, call("stock", FIXED, CallPolicy.ONCE, null))));
        requests.add("user-io;dur=201.0, orders-queue;dur=0.1, orders-io;dur=102.0, stock-io;dur=202.0, g-cpu;dur=3.0");

        Floor floor = requests.floor(5);

        assertThat(floor.callMs()).containsExactly(303.0, 202.0);
        assertThat(floor.latencyMs(false)).isEqualTo(306);
        assertThat(floor.latencyMs(true)).isEqualTo(508);
        assertThat(new CallTimes(List.of(chain)).floor().slowestCallMs()).isEqualTo(300);
    }

    @Test
    void aCallOfSomeRequestsCountsInItsShare() {
        Call hints = call("hints", FIXED, new CallPolicy(0.4, null, null, Retry.NEVER), null);
        UnloadedRequests requests = new UnloadedRequests(new CallTimes(List.of(hints, call("stock", new Latency.Fixed(50), CallPolicy.ONCE, null))));
        requests.add("stock-io;dur=51.0, g-cpu;dur=3.0");

        Floor floor = requests.floor(5);

        assertThat(floor.callMeanMs().getFirst()).isCloseTo(0.4 * 200 + 1, within(1e-9));
        assertThat(floor.slowestCallMs()).as("the median of the slower of both, where most make one").isEqualTo(51);
    }

    @Test
    void anAttemptThatIsMadeAgainTakesItsTimeoutAndTheNextOne() {
        Latency half = new Latency.Uniform(50, 150);
        Call again = call("a", half, new CallPolicy(1, null, Duration.ofMillis(75), Retry.times(1)), null);
        Call never = call("a", half, new CallPolicy(1, null, Duration.ofMillis(100), Retry.NEVER), null);

        assertThat(new CallTimes(List.of(again)).floor().slowestCallMs()).as("most are late twice").isEqualTo(150);
        assertThat(new CallTimes(List.of(never, never)).floor().callsInTurnMs()).isCloseTo(177.5, within(1.0));
    }

    private static Floor measured(List<Latency> upstreams, int count) {
        Random random = new Random(3);
        UnloadedRequests requests = requests(upstreams.toArray(Latency[]::new));
        for (int request = 0; request < count; request++) {
            requests.add(String.format(Locale.ROOT, "g0c0-io;dur=%.1f, g0c1-io;dur=%.1f, g0-cpu;dur=3.0",
                    upstreams.get(0).drawMs(random), upstreams.get(1).drawMs(random)));
        }
        return requests.floor(5);
    }

    private static double medianOfSums() {
        Random random = new Random(17);
        List<Double> sums = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            sums.add(RANDOM.drawMs(random) + RANDOM.drawMs(random));
        }
        Collections.sort(sums);
        return sums.get(sums.size() / 2);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource({
        "130 60 50 40 32, false, a cost that still falls",
        "130 60 30 28 31 29, true, a cost that stays near its lowest",
        "130 45 44 46 30, false, a level that is left again downwards",
        "130 45 44 46 30 31 29, true, the level after it",
        "30 30 30, false, few steps say nothing",
    })
    void aServiceIsWarmWhenItsCostPerRequestHasSettled(String costs, boolean settled, String why) {
        assertThat(Calibration.settled(Stream.of(costs.split(" ")).map(Long::valueOf).toList())).as(why).isEqualTo(settled);
    }
}
