package io.birdseye.loadtest.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Runs in simulated time: requests are sent when they are due, and answered after a service time. */
class RecordingTest {

    private static final double RATE = 50;
    private static final long MILLI = 1_000_000;

    /** @param answeredMs from when a request of the run is due until its answer, by the number of the request */
    private static LoadSummary open(Duration window, LongToDoubleFunction answeredMs) {
        return of(Schedule.of(List.of(new Schedule.Step(true, RATE, window)), 0, Share.WHOLE), answeredMs);
    }

    private static LoadSummary of(Schedule schedule, LongToDoubleFunction answeredMs) {
        Recording recording = new Recording(schedule, Duration.ofSeconds(60));
        for (long request = 0; request < schedule.requests(); request++) {
            Schedule.Arrival arrival = schedule.arrival(request);
            RequestTiming timing = RequestTiming.due(arrival.phase(), arrival.dueNanos()).sent(arrival.dueNanos());
            recording.sent(timing);
            recording.ended(timing, arrival.dueNanos() + (long) (answeredMs.applyAsDouble(request) * MILLI), null, null);
        }
        return recording.summaries().getFirst();
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
        LoadSummary summary = open(Duration.ofSeconds(30), request -> 200 + request * (1_000 / 40.0 - 1_000 / RATE));

        assertThat(summary.ok()).as("answered in the end").isEqualTo(1_500);
        assertThat(summary.achievedPerSecond()).as("while the load lasted").isCloseTo(40, within(0.2));
    }

    @Test
    void ofAServiceThatAnswersNothingInTheWindowNothingWasAchieved() {
        assertThat(open(Duration.ofSeconds(2), request -> 30_000).achievedPerSecond()).isZero();
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static List<Schedule.Step> steps(Random random) {
        return List.of(
                new Schedule.Step(false, 40, Duration.ofSeconds(1)),
                new Schedule.Step(true, 60 + random.nextInt(100), Duration.ofSeconds(2), Duration.ofMillis(300), 0),
                new Schedule.Step(true, 50, Duration.ofMillis(1_500)).arriving(Load.open(50), random.nextInt(), 2));
    }

    /** Any time from a microsecond to a minute: every magnitude of a histogram. */
    private static long nanos(Random random) {
        return (long) (1e3 * Math.pow(6e7, random.nextDouble()));
    }

    /** Some requests have no end. */
    private static void request(Random random, Schedule.Arrival arrival, Recording into) {
        RequestTiming sent = RequestTiming.due(arrival.phase(), arrival.dueNanos())
                .sent(arrival.dueNanos() + nanos(random) / 1_000);
        long answered = sent.sentNanos() + nanos(random);
        String error = random.nextInt(10) > 0 ? null : random.nextBoolean() ? "503" : "timeout";
        boolean ends = random.nextInt(30) > 0;
        into.sent(sent);
        if (ends) {
            into.ended(sent, answered, error, null);
        }
    }

    /** Recordings of shares against one of all their requests, over random loads. */
    @Test
    void mergedSharesAreTheSingleRecordingBucketByBucket() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Schedule.Step> steps = steps(random);
            int count = 1 + random.nextInt(8);
            Schedule whole = Schedule.of(steps, 0, Share.WHOLE);
            Recording single = new Recording(whole, TIMEOUT);
            Recording merged = new Recording(whole, TIMEOUT);
            for (int index = 0; index < count; index++) {
                Schedule share = Schedule.of(steps, 0, new Share(index, count));
                Recording one = new Recording(share, TIMEOUT);
                for (long i = 0; i < share.requests(); i++) {
                    Schedule.Arrival own = share.arrival(i);
                    int phase = share.phases().indexOf(own.phase());
                    // The same request is one of the single schedule, whose phases have other numbers of requests.
                    Random again = new Random(seed * 1_000_000L + index * 10_000L + i);
                    request(again, own, one);
                    again.setSeed(seed * 1_000_000L + index * 10_000L + i);
                    request(again, new Schedule.Arrival(whole.phases().get(phase), own.dueNanos()), single);
                }
                merged.add(overTheWire(one.exported()));
            }

            assertThat(merged.summaries()).as("seed %s", seed).isEqualTo(single.summaries());
            assertThat(merged.exported().answers()).isEqualTo(single.exported().answers());
            for (int window = 0; window < 2; window++) {
                Recorded.Window ours = merged.exported().windows().get(window);
                Recorded.Window theirs = single.exported().windows().get(window);
                assertThat(counts(ours.responses())).isEqualTo(counts(theirs.responses()));
                assertThat(counts(ours.services())).isEqualTo(counts(theirs.services()));
                assertThat(counts(ours.startLags())).isEqualTo(counts(theirs.startLags()));
            }
            assertThat(merged.answeredWithin(250)).isEqualTo(single.answeredWithin(250));
        }
    }

    private static Recorded overTheWire(Recorded recorded) {
        JsonMapper json = JsonMapper.builder().build();
        return json.readValue(json.writeValueAsString(recorded), Recorded.class);
    }

    private static List<String> counts(String histogram) throws IOException {
        Histogram decoded = Recorded.decode(histogram);
        List<String> buckets = new ArrayList<>();
        decoded.recordedValues().forEach(value ->
                buckets.add(value.getValueIteratedTo() + ": " + value.getCountAtValueIteratedTo()));
        return buckets;
    }

    @Test
    void aRecordingOfAnotherScheduleOrADamagedOneIsRefused() {
        List<Schedule.Step> steps = steps(new Random(1));
        Recording recording = new Recording(Schedule.of(steps, 0, Share.WHOLE), TIMEOUT);
        Recorded other = new Recording(Schedule.of(steps.subList(0, 2), 0, Share.WHOLE), TIMEOUT).exported();
        Recorded same = recording.exported();
        Recorded damaged = new Recorded(
                IntStream.range(0, 2)
                        .mapToObj(i -> new Recorded.Window(1, 1, Map.of(), "AAAA", "AAAA", "AAAA", null, 0))
                        .toList(),
                same.answers());

        assertThatThrownBy(() -> recording.add(other)).hasMessage("an injector has recorded another schedule");
        assertThatThrownBy(() -> recording.add(damaged))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("a histogram of an injector is damaged");
    }
}
