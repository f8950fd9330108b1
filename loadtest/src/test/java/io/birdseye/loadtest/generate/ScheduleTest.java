package io.birdseye.loadtest.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final WarmUp NO_WARM_UP = WarmUp.none();

    private static Schedule of(Load load, WarmUp warmUp, Duration window, Share share) {
        return Schedule.of(Schedule.steps(load, warmUp, window, 1), load.users(), share);
    }

    private static WarmUp warmUp(int seconds, int cycles) {
        return new WarmUp(Duration.ofSeconds(seconds), cycles, Duration.ofSeconds(1));
    }

    /** As many as the rate asks for, in the first part of each two seconds. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 4, 20})
    void burstsHaveSoManyTimesTheRateForSuchAPartOfTheTime(double burst) {
        Load load = Load.open(50, Arrivals.BURSTS).withBurst(burst);
        Schedule schedule = Schedule.of(List.of(new Schedule.Step(true, 50, Duration.ofSeconds(10)).arriving(load, 7, 0)), 0, Share.WHOLE);

        List<Long> due = LongStream.range(0, schedule.requests()).mapToObj(i -> schedule.arrival(i).dueNanos()).toList();

        assertThat(due).hasSize(500).isSorted().allMatch(nanos -> nanos % 2_000_000_000L <= 2_000_000_000L / burst);
        assertThat(due.stream().map(nanos -> nanos / 2_000_000_000L).distinct()).hasSize(5);
    }

    @Test
    void warmUpRunsInCyclesOfRisingRateWithPausesBeforeTheWindow() {
        Schedule schedule = of(Load.open(12, Arrivals.CONSTANT), warmUp(6, 3), Duration.ofSeconds(5), Share.WHOLE);

        Schedule.Phase window = new Schedule.Phase(true, 9_000_000_000L, 14_000_000_000L, 12, 48, 60, 0);
        assertThat(schedule.phases()).containsExactly(
                new Schedule.Phase(false, 0, 2_000_000_000L, 4, 0, 8, 0),
                new Schedule.Phase(false, 3_000_000_000L, 5_000_000_000L, 8, 8, 16, 0),
                new Schedule.Phase(false, 6_000_000_000L, 8_000_000_000L, 12, 24, 24, 0), window);
        assertThat(schedule.arrival(7).dueNanos()).isEqualTo(1_750_000_000L);
        assertThat(schedule.arrival(48)).isEqualTo(new Schedule.Arrival(window, 9_000_000_000L));
        assertThat(schedule.arrival(78)).isEqualTo(new Schedule.Arrival(window, 11_500_000_000L));
        assertThat(schedule.requests()).isEqualTo(108);
        assertThatThrownBy(() -> schedule.arrival(108)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void usersAreDealtOutToShares() {
        assertThat(List.of(0, 1, 2)).extracting(index -> of(Load.closed(7), NO_WARM_UP, Duration.ofSeconds(2), new Share(index, 3))
                        .users())
                .containsExactly(3, 2, 2);
        assertThatThrownBy(() -> of(Load.closed(1), NO_WARM_UP, Duration.ofSeconds(2), new Share(1, 2)))
                .hasMessage("injector 2 of 2 has none of the 1 user: there must be more users, or fewer injectors");
    }

    @Test
    void closedUsersGoFromTheLastCycleIntoTheWindow() {
        Schedule schedule = of(Load.closed(4), warmUp(4, 2), Duration.ofSeconds(5), Share.WHOLE);

        assertThat(schedule.nextRunning(1_000)).isEqualTo(1_000);
        assertThat(schedule.nextRunning(2_500_000_000L)).as("in the pause").isEqualTo(3_000_000_000L);
        assertThat(schedule.window().startNanos()).isEqualTo(5_000_000_000L);
        assertThat(schedule.nextRunning(5_000_000_000L)).isEqualTo(5_000_000_000L);
        assertThat(schedule.nextRunning(11_000_000_000L)).as("all over").isEqualTo(10_000_000_000L);
    }

    @Test
    void aWatchedWarmUpIsMeasuredSecondBySecondAndOffersTheSameLoad() {
        List<Schedule.Step> steps = Schedule.steps(Load.open(12), warmUp(6, 3), Duration.ofSeconds(5), 1);
        Schedule plain = Schedule.of(steps, 0, Share.WHOLE);
        Schedule watched = Schedule.of(Schedule.watched(steps, 5), 0, Share.WHOLE);

        assertThat(watched.requests()).isEqualTo(plain.requests());
        assertThat(watched.window().startNanos()).isEqualTo(plain.window().startNanos());
        assertThat(watched.windows()).as("4/s are too few, 8/s and 12/s are not").hasSize(5)
                .extracting(window -> window.duration().toSeconds()).containsExactly(1L, 1L, 1L, 1L, 5L);
        assertThat(watched.phases().getFirst().measured()).isFalse();
        assertThat(LongStream.range(0, watched.requests()).mapToObj(i -> watched.arrival(i).dueNanos())).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aShareWithoutAnyRequestIsRefused() {
        assertThatThrownBy(() -> of(Load.open(1), NO_WARM_UP, Duration.ofSeconds(2), new Share(2, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("injector 3 of 3 has no request in a measured window");
    }

    /** Of random steps and numbers of injectors. */
    @Test
    void theUnionOfAllSharesIsExactlyTheSingleSchedule() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Schedule.Step> steps = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                steps.add(new Schedule.Step(
                        i == 0 || random.nextBoolean(), 50 + 100 * random.nextDouble(),
                        Duration.ofNanos(700_000_000L + random.nextInt(2_000_000_000)),
                        Duration.ofMillis(random.nextInt(500)), random.nextInt(3), random.nextBoolean() ? random.nextLong() : null, null));
            }
            int count = 1 + random.nextInt(16);
            Schedule whole = Schedule.of(steps, 0, Share.WHOLE);
            List<Schedule> shares = IntStream.range(0, count)
                    .mapToObj(index -> Schedule.of(steps, 0, new Share(index, count)))
                    .toList();

            assertThat(shares.stream().flatMap(ScheduleTest::arrivals).sorted().toList())
                    .as("seed %s", seed)
                    .isEqualTo(arrivals(whole).sorted().toList());
            for (int i = 0; i < whole.phases().size(); i++) {
                int phase = i;
                assertThat(shares.stream().mapToLong(share -> share.phases().get(phase).requests()).sum())
                        .isEqualTo(whole.phases().get(i).requests());
            }
        }
    }

    /** Exponential gaps, as many requests as asked for, and counts of seconds that vary as a Poisson process's do. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -1, 1_001})
    void arrivalsAtRandomAreAPoissonProcess(long seed) {
        int rate = 50;
        int seconds = 400;
        Schedule schedule = window(rate, seconds, seed);
        long[] due = arrivals(schedule).mapToLong(nanos -> nanos).toArray();

        assertThat(due).hasSize(rate * seconds).isSorted();
        assertThat(due[0]).isNotNegative();
        assertThat(due[due.length - 1]).isLessThan(schedule.window().endNanos());
        double[] gaps = IntStream.range(1, due.length).mapToDouble(i -> (due[i] - due[i - 1]) / 1e9).toArray();
        assertThat(KolmogorovSmirnovTest.withDefaults()
                        .test(gaps, ExponentialDistribution.of(1.0 / rate)::cumulativeProbability)
                        .getPValue())
                .isGreaterThan(0.01);
        double[] counts = new double[seconds];
        LongStream.of(due).forEach(nanos -> counts[(int) (nanos / 1_000_000_000)]++);
        double variance = DoubleStream.of(counts).map(count -> (count - rate) * (count - rate)).sum() / seconds;
        assertThat(variance / rate).as("index of dispersion").isBetween(0.8, 1.2);
    }

    @Test
    void equalSeedsGiveEqualTimesAndOtherBlocksAndCyclesHaveOthers() {
        List<Schedule.Step> steps = Schedule.steps(Load.open(50), warmUp(20, 2), Duration.ofSeconds(10), 1_001);

        assertThat(Schedule.steps(Load.open(50), warmUp(20, 2), Duration.ofSeconds(10), 1_001)).isEqualTo(steps);
        List<Long> cycle = sinceStart(steps, 1);
        assertThat(sinceStart(steps, 2)).as("at the same rate and for as long").hasSize(500).isNotEqualTo(cycle);
        assertThat(sinceStart(Schedule.steps(Load.open(50), warmUp(20, 2), Duration.ofSeconds(10), 1_002), 2))
                .as("in the next block")
                .isNotEqualTo(sinceStart(steps, 2));
        assertThat(Schedule.steps(Load.closed(5), warmUp(20, 2), Duration.ofSeconds(10), 1_001))
                .allSatisfy(step -> assertThat(step.seed()).isNull());
    }

    /** From the beginning of a phase. */
    private static List<Long> sinceStart(List<Schedule.Step> steps, int phase) {
        Schedule schedule = Schedule.of(steps, 0, Share.WHOLE);
        Schedule.Phase asked = schedule.phases().get(phase);
        return LongStream.range(asked.firstRequest(), asked.firstRequest() + asked.requests())
                .mapToObj(request -> schedule.arrival(request).dueNanos() - asked.startNanos())
                .toList();
    }

    @Test
    void whoeverSendsEvenlyAndThatMuchEarlierIsNeverLate() {
        Schedule schedule = window(50, 400, 4);
        long ahead = schedule.mostAhead().toNanos();

        assertThat(IntStream.range(0, 20_000))
                .allSatisfy(i -> assertThat(i * 20_000_000L - ahead).isLessThanOrEqualTo(schedule.arrival(i).dueNanos()));
        assertThat(schedule.mostAhead()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(8));
        assertThat(of(Load.open(50, Arrivals.CONSTANT), NO_WARM_UP, Duration.ofSeconds(400), Share.WHOLE).mostAhead()).isZero();
    }

    private static Schedule window(int rate, int seconds, long seed) {
        return Schedule.of(List.of(new Schedule.Step(true, rate, Duration.ofSeconds(seconds)).arriving(Load.open(rate), seed, 0)), 0, Share.WHOLE);
    }

    private static Stream<Long> arrivals(Schedule schedule) {
        return LongStream.range(0, schedule.requests())
                .mapToObj(request -> schedule.arrival(request).dueNanos());
    }
}
