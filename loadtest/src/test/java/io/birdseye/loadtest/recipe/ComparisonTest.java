package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Interrupted;
import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Load;
import io.birdseye.model.Machine;
import io.birdseye.model.Objective;
import io.birdseye.model.process.BusyStranger;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which trials of which subject are measured, kept, measured again and refused: at a place where none takes time. */
class ComparisonTest {

    /** What can be measured. */
    enum Kind {
        STRATEGIES,
        STARTED,
        RUNNING
    }

    @TempDir
    private Path out;

    private final FakeSite site = new FakeSite();
    private HttpServer running;

    /** A running service is asked once before anything is written. */
    @BeforeEach
    void startService() throws IOException {
        running = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        running.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, -1);
            }
        });
        running.start();
    }

    @AfterEach
    void stopService() {
        running.stop(0);
    }

    private TrialSettings settings(Kind kind, String... rows) {
        String url = "http://127.0.0.1:" + running.getAddress().getPort();
        return switch (kind) {
            case STRATEGIES -> SmallComparison.settings(out, rows);
            case STARTED -> SmallComparison.settings(out, SmallComparison.started(rows));
            case RUNNING -> SmallComparison.settings(
                    out, new RunningService(SmallComparison.variants(url, rows), Duration.ofSeconds(5)));
        };
    }

    private static Results compare(TrialSettings settings, FakeSite site) throws Exception {
        return new Comparison(settings, BlockPlan.PLAIN, site, Progress.NONE).run();
    }

    private static TrialSettings judgedBy(ValidityBounds bounds, TrialSettings small) {
        Measurement asked = small.measurement();
        return new TrialSettings(
                small.subject(), small.load(), new Measurement(1, asked.seed(), bounds, asked.out(), asked.command()));
    }

    /** An injector may be late by so much. */
    private static ValidityBounds lateBy(double millis) {
        return new ValidityBounds(millis, 0, 1, 1, 60_000, 1, 1.0);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKeptIsNotMeasuredAgainAndAFailedTrialIs(Kind kind) throws Exception {
        FakeSite unlucky = new FakeSite().failing(label -> label.equals("wrong") ? "out of luck" : "");
        List<String> phases = new ArrayList<>();
        List<Integer> known = new ArrayList<>();
        TrialSettings settings = settings(kind, "steady", "wrong").withBlocks(2);

        Results first = new Comparison(settings, BlockPlan.PLAIN, unlucky, new Progress() {
            @Override
            public void update(String phase, double done, double total) {
                phases.add(phase);
                assertThat(done).isBetween(0.0, total);
            }

            @Override
            public void known(Results soFar) {
                known.add(soFar.trials().size());
            }
        }).run();
        byte[] kept = Files.readAllBytes(out.resolve("trials/2-steady.json"));
        Results resumed = compare(settings, site);

        assertThat(unlucky.measured.contains("floor")).isEqualTo(kind == Kind.STRATEGIES);
        assertThat(unlucky.trials()).containsExactlyInAnyOrder(
                "block 1, steady", "block 2, steady", "block 1, wrong", "block 2, wrong");
        assertThat(unlucky.loads).as("slices of a running service are measured in one go").isEqualTo(kind == Kind.RUNNING ? 1 : 4);
        assertThat(phases).containsSubsequence(unlucky.trials().stream().map(trial -> trial + ": measuring").toList());
        assertThat(known).containsExactly(1, 2, 3, 4);
        assertThat(first.trials()).filteredOn(Trial::failed).extracting(Trial::strategy, Trial::reason)
                .containsOnly(tuple("wrong", "out of luck"));
        assertThat(site.measured).containsExactlyInAnyOrder("block 1, wrong", "block 2, wrong");
        assertThat(resumed.trials()).hasSize(4).noneMatch(Trial::failed)
                .containsAll(first.trials().stream().filter(trial -> !trial.failed()).toList());
        assertThat(resumed.floor()).isEqualTo(first.floor());
        assertThat(resumed.settings().target() == null).isEqualTo(kind == Kind.STRATEGIES);
        assertThat(Files.readAllBytes(out.resolve("trials/2-steady.json"))).isEqualTo(kept);
    }

    @ParameterizedTest
    @EnumSource
    void allRowsOfABlockGetTheSameArrivalsAndEachBlockOthers(Kind kind) throws Exception {
        compare(settings(kind, "steady", "second").withBlocks(3), site);

        assertThat(site.arrivals).hasSize(3).allSatisfy((block, seeds) -> assertThat(seeds).hasSize(1).doesNotContainNull());
        assertThat(site.arrivals.values()).doesNotHaveDuplicates();
    }

    @Test
    void aStrategyCanBeAddedToWhatIsKept() throws Exception {
        compare(SmallComparison.settings(out, "steady"), new FakeSite());

        assertThat(compare(SmallComparison.settings(out, "steady", "second"), site).trials()).hasSize(2);
        assertThat(site.measured).containsExactly("block 1, second");
    }

    /** A shared machine is not as fast at the end as at the beginning. */
    @Test
    void theFloorIsMeasuredInEveryBlockOnOneOfItsTrials() throws Exception {
        Results results = compare(SmallComparison.settings(out, "steady", "second").withBlocks(3), site);

        assertThat(results.trials()).filteredOn(trial -> trial.floor() != null)
                .extracting(Trial::strategy, Trial::block, trial -> trial.floor().latencyMs(false))
                .containsExactly(tuple("steady", 1, 18.0), tuple("steady", 2, 19.0), tuple("steady", 3, 20.0));
        assertThat(compare(SmallComparison.settings(out, "steady", "second").withBlocks(3), site).trials()).as("kept").isEqualTo(results.trials());
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedComparisonKeepsWhatItHasMeasuredAndGoesOn(Kind kind) throws Exception {
        assertThatThrownBy(() -> new Comparison(settings(kind, "steady", "second"), BlockPlan.PLAIN, site, (phase, done, total) -> {
            if (site.trials().size() == 2) {
                site.interrupt();
            }
        }).run()).isInstanceOf(Interrupted.class).hasMessage("interrupted; the same command with --out goes on in " + out);
        FakeSite next = new FakeSite();

        assertThat(compare(settings(kind, "steady", "second"), next).trials()).hasSize(2);
        assertThat(next.measured).isEqualTo(kind == Kind.RUNNING ? site.trials() : List.of(site.measured.getLast()));
    }

    /** A folder where the file should be written: it fails as a full disk does. */
    @ParameterizedTest
    @EnumSource
    void aTrialThatTheDiskDoesNotTakeEndsTheComparisonAndThoseBeforeAreKept(Kind kind) {
        assertThatThrownBy(() -> new Comparison(settings(kind, "steady", "second"), BlockPlan.PLAIN, site, (phase, done, total) -> {
            if (site.trials().size() == 2) {
                Path file = out.resolve("trials/" + phase.replaceAll("block 1, (\\w+): .*", "1-$1.json"));
                assertThatCode(() -> Files.createDirectories(file)).doesNotThrowAnyException();
            }
        }).run())
                .isInstanceOf(IOException.class)
                .hasMessageMatching("block 1, \\w+ was measured, but cannot be kept: .*")
                .hasMessageContaining("1 trial before it is kept in " + out)
                .hasMessageNotContaining("\n");
        assertThat(out.resolve("trials")).isDirectoryContaining("glob:**/1-*.json");
    }

    @ParameterizedTest
    @EnumSource
    void anInvalidTrialSaysWhyAndIsMeasuredAgainABoundedNumberOfTimes(Kind kind) throws Exception {
        site.late(10);

        Trials.JudgedTrial invalid = Trials.single(judgedBy(lateBy(1), settings(kind, "steady")), site, Progress.NONE);

        assertThat(site.measured).hasSize(Trials.MAX_ATTEMPTS);
        assertThat(invalid.trial().outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(invalid.invalid()).singleElement().asString().startsWith("start lag p99");
        assertThat(invalid.unusable()).hasValueSatisfying(why -> assertThat(why).startsWith(Trials.JudgedTrial.NOT_VALID));
        assertThat(invalid.response()).isNotNull();
        assertThat(invalid.trial().measured().instruments().startLagP99Ms()).as("the last one counts").isEqualTo(10 + Trials.MAX_ATTEMPTS);

        Trials.JudgedTrial valid = Trials.single(judgedBy(lateBy(20), settings(kind, "steady")), site, Progress.NONE);
        assertThat(valid.invalid()).as("by the other bounds").isEmpty();
        assertThat(valid.trial()).as("was kept").isEqualTo(invalid.trial());
    }

    /** Trials that have processes of their own wait for the next run; slices do not. */
    @ParameterizedTest
    @EnumSource
    void aComparisonMeasuresAnInvalidTrialOfAnEarlierRunAgain(Kind kind) throws Exception {
        compare(judgedBy(lateBy(60_000), settings(kind, "steady")), site.late(10));
        Results again = compare(judgedBy(lateBy(1), settings(kind, "steady")), site);

        int attempts = kind == Kind.RUNNING ? 2 : 1;
        assertThat(site.trials()).hasSize(1 + attempts).containsOnly("block 1, steady");
        assertThat(again.trials().getFirst().measured().instruments().startLagP99Ms()).isEqualTo(11 + attempts);
    }

    @Test
    void anObjectiveBelowWhatOneRequestTakesIsRefusedBeforeAnythingIsSearched() {
        TrialSettings small = SmallComparison.settings(out, "steady");
        LoadPlan search = new LoadPlan(Load.open(20), WarmUp.none(), Duration.ofSeconds(1),
                new SearchPlan(new Objective(99, 12), 100, 3, SearchPlan.Beyond.A_FIFTH, null));

        assertThatThrownBy(() -> compare(new TrialSettings(small.subject(), search, small.measurement()), site))
                .isInstanceOf(NothingMeasured.class)
                .hasMessageContaining("cannot be met at any rate: the slowest call alone takes 16");
        assertThat(site.trials()).isEmpty();
    }

    /** Slices pair within their block. */
    @Test
    void theUndisturbedSlicesOfADisturbedBlockAreMeasuredAgainAsWell() throws Exception {
        compare(judgedBy(lateBy(11.5), settings(Kind.RUNNING, "steady", "second")), site.late(10));

        assertThat(site.loads).isEqualTo(2);
        assertThat(site.measured).hasSize(4).containsOnly("block 1, steady", "block 1, second");
    }

    @Test
    void aFailedTrialHasNoFiguresAndIsNotInvalid() throws Exception {
        Trials.JudgedTrial failed =
                Trials.single(SmallComparison.settings(out, "wrong"), site.failing(label -> "out of luck"), Progress.NONE);

        assertThat(site.measured).hasSize(1);
        assertThat(failed.trial().outcome()).isEqualTo(Trial.Outcome.FAILED);
        assertThat(failed.response()).isNull();
        assertThat(failed.invalid()).isEmpty();
        assertThat(failed.unusable()).contains("out of luck");
    }

    /** A program that is not ours keeps a core busy beside the trial. */
    @Test
    void aTrialBesideABusyProgramIsInvalidAndNamesWhatOthersTook() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/stat")), "Linux only");
        double fifthOfACore = 0.2 / Runtime.getRuntime().availableProcessors();
        TrialSettings settings = judgedBy(
                new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, fifthOfACore), SmallComparison.settings(out, "steady"));
        try (BusyStranger stranger = BusyStranger.start();
                Trials trials = new Trials(settings, new LocalSite(FakePrograms.all()))) {
            Trials.JudgedTrial disturbed = trials.of(List.of(new TrialSlot(1, "steady", 1)), 1, 1, phase -> {}).getFirst();

            assertThat(disturbed.trial().outcome()).isEqualTo(Trial.Outcome.COMPLETED);
            assertThat(disturbed.invalid()).singleElement().asString().startsWith("other programs took ");
        }
    }

    private void assertRefused(TrialSettings settings, Provenance provenance, String message) {
        assertThatThrownBy(() -> new Trials(settings, new FakeSite(provenance)))
                .isInstanceOf(FolderRefused.class)
                .hasMessageContaining(message);
    }

    /** What other settings, a rebuild, an update or a copy of the folder bring: each is recorded, and each is told. */
    @Test
    void aFolderOfOtherSettingsOrOfAnotherBuildOrMachineIsRefused() throws Exception {
        new Trials(SmallComparison.settings(out, "steady"), site).close();
        Machine here = FakeSite.HERE.machine();
        Map<String, String> jars = FakeSite.HERE.jars();

        assertRefused(SmallComparison.settings(out, 2, "steady"), FakeSite.HERE, out.resolve("trials")
                + " holds measurements made under other conditions: seed was 1, is 2. Choose another folder, or delete this one");
        assertRefused(SmallComparison.settings(out, "steady"), new Provenance("c0ffee", new Machine(
                here.cores(), here.cpuModel(), here.memoryBytes(), here.os(), here.kernel(), "26"), "vm", jars), "jdk was 25, is 26");
        assertRefused(SmallComparison.settings(out, "steady"), new Provenance("c0ffee", new Machine(
                here.cores(), "other", here.memoryBytes(), here.os(), "7.0", here.jdk()), "vm", jars), "cpuModel was cpu, is other");
        assertRefused(SmallComparison.settings(out, "steady"), new Provenance("c0ffee", here, "vm", Map.of("birdseye-service.jar", "b2")),
                "birdseye-service.jar was a1, is b2");
        assertRefused(SmallComparison.settings(out, "steady"), new Provenance("c0ffee", here, "vm", Map.of()),
                "birdseye-service.jar was a1, is not recorded");
        // The documentation may have changed since; the programs have not.
        assertThatCode(() -> new Trials(SmallComparison.settings(out, "steady"),
                new FakeSite(new Provenance("0123456789ab", here, "vm", jars))).close()).doesNotThrowAnyException();
    }

    /** As one looks whose file is damaged. */
    @Test
    void aFolderThatDoesNotSayWhatItHoldsIsRefused() throws Exception {
        Files.writeString(Files.createDirectories(out.resolve("trials")).resolve("settings.json"), "{\"seed\":");

        assertRefused(SmallComparison.settings(out, "steady"), FakeSite.HERE, "was not recorded");
    }
}
