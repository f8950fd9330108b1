package io.birdseye.loadtest.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.birdseye.loadtest.FakeService;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.report.result.ValidityBounds;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverviewSimulationTest {

    private static final long DELAY_MILLIS = 40;

    @TempDir
    private Path out;

    private Injector inject(FakeService service, String strategy, String... settings) throws Exception {
        return inject(out, service, strategy, settings);
    }

    private static Injector inject(Path folder, FakeService service, String strategy, String... settings) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of(
                "baseUrl", service.url(), "strategy", strategy, "duration", "1s", "warmUp", "1s", "warmUpCycles", "1",
                "warmUpPause", "200ms"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return Injector.start(folder, all);
    }

    @Test
    void theOpenModelSendsEveryRequestOfTheWindowAndUsersOfTheClosedOneAskAgainWhenTheirAnswerHasCome() throws Exception {
        try (FakeService service = new FakeService(0, DELAY_MILLIS);
                FakeService other = new FakeService(0, DELAY_MILLIS);
                Injector arrivals = inject(service, "steady", "rate", "47.5", "duration", "2s");
                Injector users = inject(out.resolve("closed"), other, "steady", "users", "3", "duration", "2s")) {
            List<String> lines = arrivals.readUntil("measure-end");
            LoadSummary open = arrivals.summary();
            LoadSummary closed = users.summary();

            List<String> marks = lines.stream().filter(line -> line.startsWith("BIRDSEYE")).toList();
            long start = epochMillis(marks.get(1));
            assertThat(marks).containsExactly(
                    marks.getFirst(), "BIRDSEYE measure-start " + start, "BIRDSEYE measure-end " + (start + 2_000));
            assertThat(marks.getFirst()).startsWith("BIRDSEYE warmup-start ");
            assertThat(List.of(open.planned(), open.sent(), open.ok(), open.startLag().count())).containsOnly(95L);
            assertThat(open.errors()).isZero();
            assertThat(open.offeredPerSecond()).isCloseTo(47.5, within(2.0));
            assertThat(open.achievedPerSecond()).isCloseTo(47.5, within(4.0));
            assertThat(service.requests()).as("warm-up and window").isEqualTo(48 + 95);
            assertThat(open.service().minMs()).isGreaterThanOrEqualTo(DELAY_MILLIS);
            assertThat(open.response().p50Ms()).isGreaterThanOrEqualTo(open.service().p50Ms());
            assertLogHolds(open, start);

            assertThat(closed.ok()).isEqualTo(closed.sent());
            assertThat(closed.achievedPerSecond()).as("three users, each at most 25 times a second").isBetween(25.0, 75.1);
            assertThat(closed.achievedPerSecond()).isCloseTo(closed.offeredPerSecond(), within(4.0));
            assertThat(List.of(open, closed)).allSatisfy(summary ->
                    assertThat(summary.service().p50Ms()).isBetween((double) DELAY_MILLIS, DELAY_MILLIS + 30.0));
        }
    }

    private static long epochMillis(String mark) {
        return Long.parseLong(mark.substring(mark.lastIndexOf(' ') + 1));
    }

    private void assertLogHolds(LoadSummary summary, long start) throws Exception {
        Map<String, Histogram> byTag = new HashMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(new File(out.toFile(), "latencies.hlog"))) {
            EncodableHistogram next;
            while ((next = reader.nextIntervalHistogram()) != null) {
                byTag.computeIfAbsent(next.getTag(), tag -> new Histogram(3)).add((Histogram) next);
                assertThat(next.getStartTimeStamp()).isBetween(start - 2_000, start + 4_000);
            }
        }
        assertThat(new TreeSet<>(byTag.keySet())).containsExactly("response", "service", "startlag");
        assertThat(LatencyFigures.of(byTag.get("response"))).isEqualTo(summary.response());
        assertThat(LatencyFigures.of(byTag.get("service"))).isEqualTo(summary.service());
        assertThat(LatencyFigures.of(byTag.get("startlag"))).isEqualTo(summary.startLag());
    }

    @Test
    void errorsAreCountedByTheirKind() throws Exception {
        try (FakeService service = new FakeService(0, 1);
                Injector injector = inject(
                        service, "failing", "rate", "35", "warmUp", "0s", "requestTimeout", "2s")) {
            LoadSummary summary = injector.summary();

            // Gatling asks once more when a connection of its pool was closed, which then meets another kind.
            assertThat(summary.errorsByKind())
                    .containsOnlyKeys("503", "body", "connection", "timeout", "too-large")
                    .allSatisfy((kind, count) -> assertThat(count).as(kind).isBetween(1L, 14L));
            assertThat(summary.ok() + summary.errors()).isEqualTo(summary.sent()).isEqualTo(35);
            assertThat(summary.response().count()).isEqualTo(summary.ok());
        }
    }

    @Test
    void aFrozenInjectorShowsInTheResponseTimeAndTheStartLagButHardlyInTheServiceTime() throws Exception {
        try (FakeService service = new FakeService(0, DELAY_MILLIS);
                Injector injector = inject(service, "steady", "rate", "50", "duration", "2s")) {
            injector.readUntil("measure-start");
            injector.signal("STOP");
            Thread.sleep(1_000); // the freeze itself
            injector.signal("CONT");
            LoadSummary summary = injector.summary();

            assertThat(summary.ok()).isEqualTo(100);
            assertThat(summary.startLag().maxMs()).isGreaterThan(800);
            assertThat(summary.startLag().p99Ms())
                    .as("the trial is invalid")
                    .isGreaterThan(ValidityBounds.DEFAULT.maxStartLagP99Ms());
            assertThat(summary.response().maxMs()).isGreaterThan(800);
            assertThat(summary.response().p90Ms()).isGreaterThan(400);
            assertThat(summary.service().p90Ms()).isLessThan(400);
        }
    }

    @Test
    void aFrozenServiceShowsInTheOpenModelAndHidesInTheClosedOne() throws Exception {
        try (FakeService service = new FakeService(0, DELAY_MILLIS);
                Injector users = inject(out.resolve("closed"), service, "steady", "users", "2", "duration", "5s");
                Injector arrivals = inject(out.resolve("open"), service, "steady", "rate", "50", "duration", "5s")) {
            arrivals.readUntil("measure-start");
            users.readUntil("measure-start");
            // Requests that were under way when the window began are not measured.
            service.awaitArrivals(8);
            try (AutoCloseable frozen = service.freeze()) {
                Thread.sleep(1_000); // the freeze itself
            }
            LoadSummary open = arrivals.summary();
            LoadSummary closed = users.summary();

            assertThat(open.response().maxMs()).isGreaterThan(900);
            assertThat(open.response().p90Ms()).as("a fifth of all arrivals meet the freeze").isGreaterThan(400);
            assertThat(closed.response().maxMs()).isGreaterThan(900);
            assertThat(closed.response().p90Ms()).as("only the two that wait meet it").isLessThan(400);
        }
    }

    @Test
    void aDiskThatTakesNoHistogramsEndsTheInjectorWithItsReason() throws Exception {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        Files.createSymbolicLink(out.resolve("latencies.hlog"), full);
        try (FakeService service = new FakeService(0, 1);
                Injector injector = inject(service, "steady", "rate", "50", "warmUp", "0s")) {
            assertThat(injector.exit()).isNotZero();
            assertThat(out.resolve("window.json")).doesNotExist();
            assertThat(injector.stderr()).contains("is the disk full?");
        }
    }

    @Test
    void aWrongSettingIsSaid() throws Exception {
        try (FakeService service = new FakeService(0, 1);
                Injector injector = inject(service, "steady", "rate", "-1")) {
            assertThat(injector.exit()).isNotZero();
            assertThat(injector.stderr())
                    .contains("birdseye.rate is '-1.0', but must be a number above 0 and at most 100000");
        }
    }

    @Test
    void aControlledInjectorWithAWrongSettingEndsWithOneLine() throws Exception {
        try (Injector injector = Injector.withoutToken(out)) {
            assertThat(injector.exit()).isEqualTo(2);
            assertThat(injector.stderr().strip()).isEqualTo("birdseye.token must have at least 16 characters, but has 0");
        }
    }
}
