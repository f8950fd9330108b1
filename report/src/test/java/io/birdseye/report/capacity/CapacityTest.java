package io.birdseye.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Bound.Resource;
import io.birdseye.report.result.Floor;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CapacityTest {

    private static final TaskNames NAMES = new TaskNames(
            List.of("posts", "comments", "albums", "photos"), List.of("combine-posts", "combine-albums"));

    private static Floor floor(double callMs) {
        return new Floor(List.of(callMs, callMs, callMs, callMs), List.of(4.0, 6.0), 15);
    }

    private static Topology shared(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), false);
    }

    private static Prediction predict(Topology topology, double callMs) {
        return new Capacity(floor(callMs), NAMES, 2, 100).predict(topology);
    }

    @Test
    void sixteenThreadsWithFourCallsOf200MsCarryTwentyPerSecond() {
        Prediction prediction = predict(shared(16, 2), 200);

        assertThat(prediction.perSecond()).isCloseTo(20, within(1e-9));
        assertThat(prediction.reason()).isEqualTo("I/O pool of 16, 800 ms of calls per request");
    }

    @Test
    void twentyFourThreadsAt400MsCarryFifteenPerSecond() {
        assertThat(predict(shared(24, 2), 400).perSecond()).isCloseTo(15, within(1e-9));
    }

    @Test
    void callsInTurnHoldAsMuchThreadTimeAsCallsAtOnce() {
        Topology inTurn = new Topology(true, false, 16, List.of(), 2, List.of(), false);

        assertThat(predict(inTurn, 200).perSecond()).isEqualTo(predict(shared(16, 2), 200).perSecond());
    }

    @Test
    void oneThreadForOneCallIsTheBottleneckOfDedicatedThreads() {
        Topology disruptor = new Topology(true, true, 9, List.of(3, 1, 3, 2), 2, List.of(1, 1), false);

        Prediction prediction = predict(disruptor, 200);

        assertThat(prediction.perSecond()).isCloseTo(5, within(1e-9));
        assertThat(prediction.reason()).isEqualTo("1 thread serves 'comments', 200 ms each");
    }

    @Test
    void callsAndCombinationsOnOnePoolShareIt() {
        Topology onePool = new Topology(false, false, 16, List.of(), 16, List.of(), true);

        Prediction prediction = predict(onePool, 200);

        assertThat(prediction.perSecond()).isCloseTo(16 / 0.81, within(1e-9));
        assertThat(prediction.reason()).startsWith("one pool of 16 for calls and combinations");
    }

    @Test
    void moreCpuThreadsThanCoresDoNotHelp() {
        Bound two = bound(predict(shared(10_000, 2), 1), Resource.CPU_POOL);
        Bound twenty = bound(predict(shared(10_000, 20), 1), Resource.CPU_POOL);

        assertThat(twenty.perSecond()).isEqualTo(two.perSecond()).isCloseTo(2 / 0.01, within(1e-9));
        assertThat(twenty.reason()).isEqualTo("CPU pool of 20 on 2 cores, 10.0 ms of combining per request");
    }

    @Test
    void coresBindWhereEverythingElseIsLarge() {
        Prediction prediction = predict(shared(10_000, 2), 1);

        assertThat(prediction.binding().resource()).isEqualTo(Resource.CORES);
        assertThat(prediction.perSecond()).isCloseTo(2 / 0.015, within(1e-9));
        assertThat(prediction.reason()).isEqualTo("2 cores, 15.0 ms of CPU per request");
    }

    @Test
    void blockedHttpThreadsAreHeldForTheFloor() {
        Topology blocking = new Topology(false, true, 10_000, List.of(), 2, List.of(), false);

        Prediction prediction = new Capacity(floor(194), NAMES, 64, 4).predict(blocking);

        assertThat(prediction.binding().resource()).isEqualTo(Resource.HTTP_THREADS);
        assertThat(prediction.perSecond()).isCloseTo(4 / 0.2, within(1e-9));
        assertThat(prediction.reason()).isEqualTo("4 HTTP threads, each held for 200 ms");
    }

    @Test
    void usersOfAClosedLoadBoundItToo() {
        Prediction prediction = new Capacity(floor(194), NAMES, 2, 100).predict(shared(1_000, 2), Load.closed(10));

        assertThat(prediction.binding().resource()).isEqualTo(Resource.USERS);
        assertThat(prediction.perSecond()).isCloseTo(50, within(1e-9));
    }

    @Test
    void noBoundIsEverBelowThePrediction() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            Prediction prediction = predictRandom(random, 1);
            assertThat(prediction.bounds()).allSatisfy(
                    bound -> assertThat(bound.perSecond()).isGreaterThanOrEqualTo(prediction.perSecond()));
        }
    }

    @Test
    void moreThreadsNeverCarryLess() {
        for (long seed = 0; seed < 1_000; seed++) {
            double few = predictRandom(new Random(seed), 1).perSecond();
            double many = predictRandom(new Random(seed), 2).perSecond();
            assertThat(many).isGreaterThanOrEqualTo(few);
        }
    }

    @Test
    void aFloorOfAnotherShapeIsRefused() {
        Topology threeCalls = new Topology(false, false, 3, List.of(1, 1, 1), 2, List.of(), false);

        assertThatThrownBy(() -> predict(threeCalls, 200))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the floor has 4 calls, but 3 were given");
    }

    /** A strategy of random topology on a random floor, with all its threads multiplied. */
    private static Prediction predictRandom(Random random, int factor) {
        int calls = 1 + random.nextInt(8);
        int groups = 1 + random.nextInt(3);
        Floor floor = new Floor(times(random, calls), times(random, groups), random.nextDouble(50));
        List<Integer> io = random.nextBoolean() ? threads(random, calls, factor) : List.of();
        List<Integer> cpu = random.nextBoolean() ? threads(random, groups, factor) : List.of();
        Topology topology = new Topology(random.nextBoolean(), random.nextBoolean(), factor * (1 + random.nextInt(100)),
                io, factor * (1 + random.nextInt(8)), cpu, random.nextBoolean());
        return new Capacity(floor, TaskNames.numbered(calls, groups), 1 + random.nextInt(16), 1 + random.nextInt(64))
                .predict(topology);
    }

    private static List<Double> times(Random random, int n) {
        return IntStream.range(0, n).mapToObj(i -> 0.1 + random.nextDouble(1_000)).toList();
    }

    private static List<Integer> threads(Random random, int n, int factor) {
        return IntStream.range(0, n).mapToObj(i -> factor * (1 + random.nextInt(10))).toList();
    }

    private static Bound bound(Prediction prediction, Resource resource) {
        return prediction.bounds().stream().filter(b -> b.resource() == resource).findFirst().orElseThrow();
    }
}
