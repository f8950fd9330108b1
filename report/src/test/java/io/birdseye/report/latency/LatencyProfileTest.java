package io.birdseye.report.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.report.Samples;
import io.birdseye.report.latency.LatencyProfile.Second;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyProfileTest {

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
    }

    private static List<Second> course(int seconds, IntToDoubleFunction meanMs) {
        return IntStream.range(0, seconds)
                .mapToObj(i -> new Second(i, 50, meanMs.applyAsDouble(i), 0, 0, 0))
                .toList();
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
}
