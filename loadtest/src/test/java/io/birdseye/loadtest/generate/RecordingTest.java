package io.birdseye.loadtest.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import java.time.Duration;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Runs in simulated time: requests are sent when they are due, and answered after a service time. */
class RecordingTest {

    private static final double RATE = 50;
    private static final long MILLI = 1_000_000;

    /** @param answeredMs from when a request of the run is due until its answer, by the number of the request */
    private static LoadSummary open(Duration window, LongToDoubleFunction answeredMs) {
        return of(Schedule.of(Load.open(RATE, Arrivals.CONSTANT), window), answeredMs);
    }

    private static LoadSummary of(Schedule schedule, LongToDoubleFunction answeredMs) {
        Recording recording = new Recording(schedule, Duration.ofSeconds(60));
        for (long request = 0; request < schedule.requests(); request++) {
            Schedule.Arrival arrival = schedule.arrival(request);
            RequestTiming timing = RequestTiming.due(arrival.phase(), arrival.dueNanos()).sent(arrival.dueNanos());
            recording.sent(timing);
            recording.ended(timing, arrival.dueNanos() + (long) (answeredMs.applyAsDouble(request) * MILLI), null);
        }
        return recording.summaries(0).getFirst();
    }

    /** At least 150 ms and 500 on average: calls in turn whose times are spread widely. */
    private static double slowMs(Random random) {
        double median = 350 / Math.exp(0.5);
        return 150 + median * Math.exp(random.nextGaussian());
    }

    @Test
    void aStableStrategyWithLongAndVaryingTimesAchievesTheRate() {
        double sum = 0;
        int runs = 50;
        for (int seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);

            LoadSummary summary = of(
                    Schedule.of(Schedule.steps(Load.open(RATE), WarmUp.none(), Duration.ofSeconds(30), seed), 0, Share.WHOLE),
                    request -> slowMs(random));

            assertThat(summary.ok()).isEqualTo(1_500);
            assertThat(summary.errors()).isZero();
            assertThat(summary.achievedPerSecond()).as("seed %s", seed).isCloseTo(RATE, within(1.2));
            sum += summary.achievedPerSecond();
        }
        assertThat(sum / runs).as("no bias").isCloseTo(RATE, within(0.1));
    }

    @Test
    void aServiceThatCannotCarryTheRateAchievesItsCapacity() {
        LoadSummary summary = open(
                Duration.ofSeconds(30), request -> 200 + request * (1_000 / 40.0 - 1_000 / RATE));

        assertThat(summary.ok()).as("answered in the end").isEqualTo(1_500);
        assertThat(summary.achievedPerSecond()).as("while the load lasted").isCloseTo(40, within(0.2));
    }

    @Test
    void ofAServiceThatAnswersNothingInTheWindowNothingWasAchieved() {
        assertThat(open(Duration.ofSeconds(2), request -> 30_000).achievedPerSecond()).isZero();
    }
}
