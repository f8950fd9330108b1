package io.birdseye.report.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.model.Topology;
import io.birdseye.report.Samples;
import io.birdseye.report.VariedSamples;
import io.birdseye.report.capacity.Bound.Resource;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Settings.ScenarioUsed.PoolUsed;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CapacityTest {

    private static final Load OPEN = Load.open(1);

    private static final TaskNames NAMES = new TaskNames(
            List.of("posts", "comments", "albums", "photos"), List.of("combine-posts", "combine-albums"));

    private static Capacity capacity(double callMs, int cores, int httpThreads) {
        Floor floor = new Floor(List.of(callMs, callMs, callMs, callMs), List.of(4.0, 6.0), 15);
        return new Capacity(floor, NAMES, cores, httpThreads, floor.cpuMsPerRequest(), List.of());
    }

    private static Topology shared(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), false);
    }

    private static List<Bound> predict(Topology topology, double callMs) {
        return capacity(callMs, 2, 100).bounds(topology, OPEN);
    }

    static Stream<Arguments> tightestBounds() {
        Capacity usual = capacity(200, 2, 100);
        Capacity quick = capacity(194, 64, 4);
        Topology inTurn = new Topology(true, false, 16, List.of(), 2, List.of(), false);
        Topology disruptor = new Topology(true, true, 9, List.of(3, 1, 3, 2), 2, List.of(1, 1), false);
        Topology onePool = new Topology(false, false, 16, List.of(), 16, List.of(), true);
        Topology blocking = new Topology(false, true, 10_000, List.of(), 2, List.of(), false);
        Capacity pooled = new Capacity(usual.floor(), NAMES, 2, 100, 15, List.of(new PoolUsed("db", 10, 205), new PoolUsed("http", 100, 205)));
        return Stream.of(
                arguments("a shared pool", pooled, shared(200, 2), OPEN, 10 / 0.205, "pool 'db' of 10 for all requests, each holds it for 205 ms"),
                arguments("16 threads", usual, shared(16, 2), OPEN, 20, "I/O pool of 16, 800 ms of calls per request"),
                arguments("24 threads at 400 ms", capacity(400, 2, 100), shared(24, 2), OPEN, 15, "I/O pool of 24"),
                arguments("calls in turn hold as much", usual, inTurn, OPEN, 20, "I/O pool of 16, 800 ms of calls per request"),
                arguments("one thread for one call", usual, disruptor, OPEN, 5, "1 thread serves 'comments', 200 ms each"),
                arguments("all on one pool", usual, onePool, OPEN, 16 / 0.81, "one pool of 16 for calls and combinations"),
                arguments("cores", capacity(1, 2, 100), shared(10_000, 2), OPEN, 2 / 0.015, "2 cores, 15.0 ms of CPU per request"),
                arguments("blocked for the floor", quick, blocking, OPEN, 4 / 0.2, "4 HTTP threads, each held for 200 ms"),
                arguments("users", capacity(194, 2, 100), shared(1_000, 2), Load.closed(10), 50, "10 users"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tightestBounds")
    void theTightestBoundIsFoundWithItsReason(
            String name, Capacity capacity, Topology topology, Load load, double perSecond, String reason) {
        Bound tightest = capacity.bounds(topology, load).getFirst();

        assertThat(tightest.perSecond()).isCloseTo(perSecond, within(1e-9));
        assertThat(tightest.reason()).startsWith(reason);
    }

    @Test
    void moreCpuThreadsThanCoresDoNotHelp() {
        Bound two = bound(predict(shared(10_000, 2), 1), Resource.CPU_POOL);
        Bound twenty = bound(predict(shared(10_000, 20), 1), Resource.CPU_POOL);

        assertThat(twenty.perSecond()).isEqualTo(two.perSecond()).isCloseTo(2 / 0.01, within(1e-9));
        assertThat(twenty.reason()).isEqualTo("CPU pool of 20 on 2 cores, 10.0 ms of combining per request");
    }

    /** Of a published run: 13.3 ms alone and 8.3 ms among others, which it answered at 156/s on two cores. */
    @Test
    void aRequestAmongOthersThatCostsLessThanOneAloneSetsTheBound() {
        Capacity alone = new Capacity(new Floor(List.of(1.0), List.of(1.0), 13.3), TaskNames.numbered(1, 1), 2, 10_000, 13.3, List.of());

        Bound bound = bound(alone.among(8.3).inTrial(List.of()).bounds(shared(10_000, 2), OPEN), Resource.CORES);

        assertThat(bound.perSecond()).isCloseTo(2 / 0.0083, within(1e-9));
        assertThat(bound.reason()).isEqualTo("2 cores, 8.3 ms of CPU per request in its trials");
        // Threads that spin, and answers that nobody waited for, cost more: they bound nothing.
        assertThat(alone.among(118.0)).isEqualTo(alone).isEqualTo(alone.among(Double.NaN)).isEqualTo(alone.among(0.0));
    }

    @Test
    void noBoundIsEverBelowThePrediction() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            List<Bound> bounds = predictRandom(random, 1);
            assertThat(bounds).allSatisfy(
                    bound -> assertThat(bound.perSecond()).isGreaterThanOrEqualTo(bounds.getFirst().perSecond()));
        }
    }

    @Test
    void moreThreadsNeverCarryLess() {
        for (long seed = 0; seed < 1_000; seed++) {
            double few = predictRandom(new Random(seed), 1).getFirst().perSecond();
            double many = predictRandom(new Random(seed), 2).getFirst().perSecond();
            assertThat(many).isGreaterThanOrEqualTo(few);
        }
    }

    @Test
    void aFloorOfAnotherShapeIsRefused() {
        Topology threeCalls = new Topology(false, false, 3, List.of(1, 1, 1), 2, List.of(), false);

        assertThatThrownBy(() -> predict(threeCalls, 200))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("the floor has 4 calls, but 3 were given");
    }

    /** A strategy of random topology on a random floor, with all its threads multiplied. */
    private static List<Bound> predictRandom(Random random, int factor) {
        int calls = 1 + random.nextInt(8);
        int groups = 1 + random.nextInt(3);
        Floor floor = new Floor(times(random, calls), times(random, groups), random.nextDouble(50));
        List<Integer> io = random.nextBoolean() ? threads(random, calls, factor) : List.of();
        List<Integer> cpu = random.nextBoolean() ? threads(random, groups, factor) : List.of();
        Topology topology = new Topology(random.nextBoolean(), random.nextBoolean(), factor * (1 + random.nextInt(100)),
                io, factor * (1 + random.nextInt(8)), cpu, random.nextBoolean());
        return new Capacity(floor, TaskNames.numbered(calls, groups), 1 + random.nextInt(16), 1 + random.nextInt(64),
                        floor.cpuMsPerRequest(), List.of())
                .bounds(topology, OPEN);
    }

    private static List<Double> times(Random random, int n) {
        return IntStream.range(0, n).mapToObj(i -> 0.1 + random.nextDouble(1_000)).toList();
    }

    private static List<Integer> threads(Random random, int n, int factor) {
        return IntStream.range(0, n).mapToObj(i -> factor * (1 + random.nextInt(10))).toList();
    }

    private static Bound bound(List<Bound> bounds, Resource resource) {
        return bounds.stream().filter(b -> b.resource() == resource).findFirst().orElseThrow();
    }

    private static Bound io(double perSecond) {
        return new Bound(Resource.IO_POOL, perSecond, "I/O pool");
    }

    private static List<List<Double>> grouped(Bound... bounds) {
        return SimilarBounds.among(List.of(bounds), bound -> bound).stream()
                .map(group -> group.rows().stream().map(Bound::perSecond).toList()).toList();
    }

    @Test
    void aGroupReachesFivePercentAboveItsLowestAndNoFurther() {
        assertThat(grouped(io(20), io(10.5), io(10), io(10.51), io(10.2)))
                .containsExactly(List.of(10.0, 10.2, 10.5), List.of(10.51), List.of(20.0));
    }

    @Test
    void whatAnotherResourceBoundsStandsApart() {
        assertThat(grouped(io(10), new Bound(Resource.CORES, 10.1, "cores"), io(10.2)))
                .containsExactly(List.of(10.0, 10.2), List.of(10.1));
    }

    @Test
    void unboundedOnesStandTogetherAndNothingMakesNoGroup() {
        assertThat(grouped(Bound.notKnown("?"), Bound.notKnown("?"))).hasSize(1);
        assertThat(grouped()).isEmpty();
    }

    @Test
    void theRangeHasBothEndsOrOne() {
        assertThat(SimilarBounds.among(List.of(io(10.2), io(10)), bound -> bound).getFirst().range())
                .isEqualTo("10.0/s to 10.2/s (the lowest: I/O pool)");
        assertThat(SimilarBounds.among(List.of(io(10)), bound -> bound).getFirst().range()).isEqualTo("10.0/s (I/O pool)");
    }

    @Test
    void everyRowIsInOneGroupAndNoGroupIsWiderThanItSays() {
        Random random = new Random(7);
        List<Bound> bounds = Stream.generate(() -> new Bound(
                        Resource.values()[random.nextInt(4)], 1 + random.nextInt(400) / 10.0, "x"))
                .limit(300).toList();

        List<SimilarBounds<Bound>> groups = SimilarBounds.among(bounds, bound -> bound);

        assertThat(groups.stream().flatMap(group -> group.rows().stream())).containsExactlyInAnyOrderElementsOf(bounds);
        assertThat(groups).allSatisfy(group -> assertThat(group.highest().perSecond())
                .isLessThanOrEqualTo(group.lowest().perSecond() * (1 + SimilarBounds.TOLERANCE)));
    }

    /** Two cores, and a request that takes 30 ms of CPU when it is alone: they carry 66.7/s. */
    private static Optional<String> advice(Load load) {
        return RateAdvice.of(Samples.results(load, List.of()));
    }

    @Test
    void aRateThatTakesMoreThanHalfOfTheCoresIsTold() {
        assertThat(advice(Load.open(50)).orElseThrow())
                .isEqualTo("The calibration found 30.0 ms of CPU for a request, so 50/s take 75 % of 2 cores for the service alone."
                        + " Whoever falls behind may do so for want of CPU; --rate 33 would take half.");
    }

    @Test
    void halfOfTheCoresIsRoomEnough() {
        assertThat(advice(Load.open(33))).isEmpty();
        assertThat(advice(Load.open(34))).isPresent();
    }

    @Test
    void usersWhoWaitCannotAskForTooMuch() {
        assertThat(advice(Load.closed(50))).isEmpty();
    }

    @Test
    void withoutTheCpuTimeNothingIsKnown() {
        Results sample = Samples.results(Load.open(50), List.of());
        Floor floor = new Floor(sample.floor().callMs(), sample.floor().combineMs(), 0);

        assertThat(RateAdvice.of(new Results(sample.schemaVersion(), sample.createdAt(), sample.environment(), sample.settings(), floor,
                List.of(), null, List.of()))).isEmpty();
    }

    @Test
    void theCostliestOfSeveralCombinationsCounts() {
        assertThat(RateAdvice.of(VariedSamples.results(List.of())).orElseThrow())
                .contains("30.0 ms of CPU for a request of the costliest combination");
    }

    private static final List<Double> FOUR_OF_200 = List.of(200.0, 200.0, 200.0, 200.0);

    @Test
    void fiftyPerSecondOfFour200MsCallsNeedFortyCallsAtOnceAndRoomForRandomArrivals() {
        Sizing sizing = Sizing.of(Load.open(50), FOUR_OF_200, 10_000, 2);

        assertThat(sizing).extracting(
                        Sizing::ioConcurrency, Sizing::cpuConcurrency, Sizing::maxInFlight, Sizing::httpThreads)
                .containsExactly(80, 2, 500, 82);
        assertThat(sizing.explanation().getFirst()).isEqualTo(
                "I/O: 50/s x 0.8 s of calls per request = 40 calls at once on average (Little's law); 80, so that fewer than"
                        + " 1 % of requests wait where they arrive at random (Erlang C, calls in batches of 4)");
        assertThat(Sizing.of(Load.open(50, Arrivals.CONSTANT), FOUR_OF_200, 10_000, 2)).isEqualTo(sizing);
    }

    /** Simulated: requests arrive at random, and each call takes the thread that is free first. */
    @ParameterizedTest
    @CsvSource({
        "50, 200 200 200 200", "5, 200 200 200 200", "500, 200 200 200 200", "50, 50 100 200 400", "20, 10 10 10 1000", "100, 80"
    })
    void ofAHundredRequestsLessThanOneWaitsForTheSizedPool(double rate, String calls) {
        List<Double> callMs = Arrays.stream(calls.split(" ")).map(Double::valueOf).toList();
        SplittableRandom random = new SplittableRandom(7);
        PriorityQueue<Double> free = new PriorityQueue<>(
                Collections.nCopies(Sizing.of(Load.open(rate), callMs, 10_000, 2).ioConcurrency(), 0.0));
        double now = 0;
        int waited = 0;
        for (int request = 0; request < 200_000; request++) {
            now += random.nextExponential() * 1000 / rate;
            boolean waits = false;
            for (double ms : callMs) {
                double start = Math.max(now, free.remove());
                waits |= start > now;
                free.add(start + ms);
            }
            waited += waits ? 1 : 0;
        }
        assertThat(waited / 200_000.0).isLessThan(0.01);
    }

    @Test
    void closedUsersNeedNoMoreThanTheirOwnCalls() {
        Sizing sizing = Sizing.of(Load.closed(50), FOUR_OF_200, 10_000, 2);

        assertThat(sizing.ioConcurrency()).isEqualTo(200);
        assertThat(sizing.maxInFlight()).isEqualTo(50);
    }

    @Test
    void aSizedPoolIsNeverTheBindingBound() {
        Random random = new Random(11);
        for (int i = 0; i < 1_000; i++) {
            double rate = 0.1 + random.nextDouble(500);
            List<Double> calls = random.doubles(1 + random.nextInt(9), 1, 2_000).boxed().toList();
            Sizing sizing = Sizing.of(Load.open(rate), calls, 10_000, 1 + random.nextInt(16));
            Floor floor = new Floor(calls, List.of(0.0), 0);
            Topology topology = new Topology(
                    false, false, sizing.ioConcurrency(), List.of(), sizing.cpuConcurrency(), List.of(), false);
            double most = new Capacity(floor, TaskNames.numbered(calls.size(), 1), 1, 1, 0, List.of())
                    .bounds(topology, Load.open(rate)).getFirst().perSecond();
            assertThat(most).isGreaterThanOrEqualTo(rate * (1 - 1e-8));
        }
    }

    @Test
    void everyNumberIsExplained() {
        assertThat(Sizing.of(Load.closed(50), FOUR_OF_200, 10_000, 2).explanation()).hasSize(4)
                .allSatisfy(sentence -> assertThat(sentence).matches("(I/O|CPU|Queue|HTTP threads): .*\\d.*"));
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertThatThrownBy(() -> Sizing.of(Load.open(50), FOUR_OF_200, 0, 2))
                .hasMessage("the deadline must be above 0 ms, but is 0.0");
        assertThatThrownBy(() -> Sizing.of(Load.open(50), Collections.emptyList(), 10_000, 2))
                .hasMessage("a call must take more than 0 ms, but is 0.0");
    }
}
