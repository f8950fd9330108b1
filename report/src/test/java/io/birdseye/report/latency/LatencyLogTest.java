package io.birdseye.report.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.report.Samples;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.SteadyState.Steady;
import io.birdseye.report.result.Trial.SteadyState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the latencies of a window tell: percentiles, a backlog, and whether the state was steady. */
class LatencyLogTest {

    @TempDir
    private Path folder;

    @Test
    void mergingTwoLogsIsAsIfAllHadBeenRecordedInOne() throws IOException {
        Random random = new Random(3);
        List<Histogram> one = seconds(random, 5);
        List<Histogram> two = seconds(random, 5);
        List<Histogram> both = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Histogram sum = one.get(i).copy();
            sum.add(two.get(i));
            both.add(sum);
        }
        LatencyLog merged = LatencyLog.read(write("one.hlog", one));
        merged.add(LatencyLog.read(write("two.hlog", two)));

        LatencyProfile expected = LatencyLog.read(write("both.hlog", both)).profile();
        assertThat(merged.profile().response()).isEqualTo(expected.response());
        assertThat(merged.profile().seconds()).extracting(Second::p99Ms)
                .isEqualTo(expected.seconds().stream().map(Second::p99Ms).toList());
    }

    @Test
    void aCurveEndsWhereTheSampleNoLongerCarriesIt() throws IOException {
        LatencyProfile profile = LatencyLog.read(write("a.hlog", seconds(new Random(1), 30))).profile();

        assertThat(profile.response().getFirst().oneIn()).isEqualTo(1);
        assertThat(profile.response().getLast().oneIn()).isLessThanOrEqualTo(300);
        assertThat(profile.response().getLast().oneIn()).isBetween(100.0, 1_000.0);
    }

    @Test
    void secondsCountFromTheStartOfTheWindow() throws IOException {
        LatencyProfile profile = LatencyLog.read(write("a.hlog", seconds(new Random(1), 4))).profile();

        assertThat(profile.seconds()).extracting(Second::second).containsExactly(0, 1, 2, 3);
        assertThat(profile.seconds()).allSatisfy(second -> assertThat(second.sentPerSecond()).isEqualTo(100));
    }

    @Test
    void aFileThatIsNoHistogramLogIsRefusedByName() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.hlog"), "#[not a log]\n1,2,nonsense,####\n");

        assertThatThrownBy(() -> LatencyLog.read(file))
                .isInstanceOf(IOException.class).hasMessage("bad.hlog holds no response times");
    }

    /** Damage, and what would take gigabytes: a histogram of five digits, a day and more, counts beyond a long. */
    @Test
    void aHostileLogIsRefusedInOneLineByName() throws IOException {
        Histogram fine = new Histogram(Long.MAX_VALUE / 2, 5);
        fine.recordValue(7);
        Histogram many = new Histogram(3);
        many.recordValueWithCount(1, Long.MAX_VALUE);
        Histogram one = new Histogram(3);
        one.recordValue(1);
        String right = Files.readString(write("right.hlog", List.of(one)));
        Path late = Files.writeString(folder.resolve("late.hlog"),
                right + right.lines().filter(line -> line.contains("HIST")).findFirst().orElseThrow()
                        .replaceFirst(",\\d+\\.\\d+,", ",999999.000,") + "\n");

        for (Path file : List.of(write("fine.hlog", List.of(fine)), write("many.hlog", List.of(many)), late)) {
            assertThatThrownBy(() -> LatencyLog.read(file)).isInstanceOf(IOException.class)
                    .hasMessage(file.getFileName() + " is not a readable histogram log");
        }
    }

    @Test
    void aBacklogIsSeenInAWindowOfADay() {
        assertThat(Backlog.growth(course(86_400, i -> 200 + i * 50))).hasValueCloseTo(0.05, within(1e-9));
    }

    @Test
    void theSlopeOfResponseTimesIsTheOverload() {
        List<Second> overloaded = course(30, i -> 200 + i * 50);

        assertThat(Backlog.growth(overloaded)).hasValueCloseTo(0.05, within(1e-9));
    }

    @Test
    void onePauseIsNoBacklog() {
        List<Second> paused = course(20, i -> i == 19 ? 3_000 : 200);

        assertThat(Backlog.growth(paused)).hasValueCloseTo(0.0, within(1e-9));
    }

    @Test
    void noiseIsNoBacklog() {
        int growing = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Second> noisy = course(10, i -> 300 + 200 * random.nextGaussian());
            growing += Backlog.growth(noisy).orElseThrow() > Backlog.GROWING ? 1 : 0;
        }
        assertThat(growing).isLessThanOrEqualTo(6);
    }

    @Test
    void aFewSecondsDoNotTell() {
        assertThat(Backlog.growth(course(5, i -> i * 1_000))).isEmpty();
        assertThat(Steadiness.judge(course(9, i -> i)).verdict()).isEqualTo(Steady.UNKNOWN);
        assertThat(Steadiness.judge(List.of()).verdict()).isEqualTo(Steady.UNKNOWN);
    }

    private static List<Second> course(int seconds, IntToDoubleFunction ms) {
        return IntStream.range(0, seconds)
                .mapToObj(i -> new Second(i, 50, ms.applyAsDouble(i), ms.applyAsDouble(i), 0, 0)).toList();
    }

    private Path write(String name, List<Histogram> seconds) {
        Path file = folder.resolve(name);
        Samples.write(file, seconds);
        return file;
    }

    private static List<Histogram> seconds(Random random, int n) {
        return IntStream.range(0, n).mapToObj(i -> {
            Histogram histogram = new Histogram(3);
            random.ints(100, 1_000, 900_000).forEach(histogram::recordValue);
            return histogram;
        }).toList();
    }

    private static final int REPEATS = 100;

    @ParameterizedTest
    @CsvSource({"20, 0.01", "30, 0.03", "60, 0.03", "60, 0.08", "600, 0.03"})
    void noiseOnOneLevelIsSteady(int seconds, double noise) {
        assertThat(unsteady(seconds, noise, i -> 1)).isLessThanOrEqualTo(REPEATS * 2 / 100);
    }

    @Test
    void aLevelWithoutAnyNoiseIsSteady() {
        assertThat(Steadiness.judge(course(30, i -> 200)).verdict()).isEqualTo(Steady.STEADY);
    }

    @ParameterizedTest
    @CsvSource({"20, 0.01", "30, 0.03", "60, 0.03", "600, 0.03"})
    void aRampIsNot(int seconds, double noise) {
        assertThat(unsteady(seconds, noise, i -> 1 + 0.3 * i / seconds)).isGreaterThanOrEqualTo(REPEATS * 98 / 100);
    }

    @ParameterizedTest
    @CsvSource({"30, 15, 0.03", "30, 25, 0.02", "60, 8, 0.03"})
    void aStepIsNotWhereverItStands(int seconds, int at, double noise) {
        assertThat(unsteady(seconds, noise, i -> i < at ? 1 : 1.15)).isGreaterThanOrEqualTo(REPEATS * 98 / 100);
        assertThat(unsteady(seconds, noise, i -> i < at ? 1.15 : 1)).isGreaterThanOrEqualTo(REPEATS * 98 / 100);
    }

    @ParameterizedTest
    @CsvSource({"30, 0.02", "60, 0.03"})
    void theTailOfAWarmUpIsNot(int seconds, double noise) {
        assertThat(unsteady(seconds, noise, i -> 1 + 0.6 * Math.exp(-i / 3.0)))
                .isGreaterThanOrEqualTo(REPEATS * 98 / 100);
    }

    @Test
    void twoSlowSecondsAreNoLevel() {
        assertThat(unsteady(60, 0.02, i -> i == 7 || i == 40 ? 10 : 1)).isLessThanOrEqualTo(REPEATS * 2 / 100);
    }

    /** The pools that compare sizes by itself: half of their servers of 200 ms are busy on average. */
    @ParameterizedTest
    @ValueSource(ints = {12, 30, 60})
    void theQueueOfRandomArrivalsToASizedPoolIsNoLevel(int seconds) {
        long labelled = IntStream.range(0, REPEATS)
                .filter(seed -> Steadiness.judge(course(seconds, queued(seed, seconds)::get)).verdict() == Steady.NOT_STEADY)
                .count();

        assertThat(labelled).isLessThanOrEqualTo(REPEATS * 2 / 100);
    }

    /** The median of each second at 50 requests/s. */
    private static List<Double> queued(long seed, int seconds) {
        Random random = new Random(seed);
        PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(20, -10.0));
        List<List<Double>> responses = IntStream.range(0, seconds).<List<Double>>mapToObj(_ -> new ArrayList<>()).toList();
        for (double now = -10; now < seconds; now += random.nextExponential() / 50) {
            double end = Math.max(now, free.remove()) + 0.2;
            free.add(end);
            if (now >= 0) {
                responses.get((int) now).add(1000 * (end - now));
            }
        }
        return responses.stream()
                .map(all -> all.stream().sorted().skip(all.size() / 2).findFirst().orElseThrow()).toList();
    }

    @Test
    void aMoveBelowTheToleranceIsNone() {
        assertThat(unsteady(60, 0.005, i -> i < 30 ? 1 : 1.03)).isZero();
    }

    @Test
    void theReasonNamesBothLevelsAndWhenTheyHeld() {
        assertThat(Steadiness.judge(course(30, i -> i < 12 ? 200 : 300))).isEqualTo(new SteadyState(
                Steady.NOT_STEADY, "its median moved from 200 ms (seconds 1 to 12) to 300 ms (seconds 13 to 30)"));
    }

    private static int unsteady(int seconds, double noise, IntToDoubleFunction level) {
        int found = 0;
        for (int seed = 0; seed < (seconds > 100 ? REPEATS / 10 : REPEATS); seed++) {
            Random random = new Random(seed);
            List<Second> course =
                    course(seconds, i -> 200 * level.applyAsDouble(i) * Math.exp(noise * random.nextGaussian()));
            found += Steadiness.judge(course).verdict() == Steady.NOT_STEADY ? 1 : 0;
        }
        return seconds > 100 ? found * 10 : found;
    }
}
