package io.birdseye.report.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Load;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.StoredResults;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.TrialProfile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Simplicity;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlameGraphsTest {

    @TempDir
    private Path folder;

    private static volatile byte[] kept = {};

    @ParameterizedTest
    @EnumSource(value = ProfileEvent.class, names = {"CPU", "ALLOC"})
    void aRecordingOfTheJdkGivesAFlameGraphOfWhatComputesAndAllocates(ProfileEvent event) throws Exception {
        Path recording = folder.resolve("jdk.jfr");
        try (Recording recorder = new Recording(Configuration.getConfiguration("profile"))) {
            recorder.start();
            allocateFor(Duration.ofMillis(500));
            recorder.stop();
            recorder.dump(recording);
        }
        Path stacks = folder.resolve("stacks");

        FlameGraphs.collapse(recording, event, stacks);
        FlameGraphs.draw("of a test", List.of(stacks), folder.resolve("page.html"));

        assertThat(stacks).content().contains("allocateFor");
        // The page writes a name without the beginning that it shares with the one before.
        assertThat(folder.resolve("page.html")).content().contains("ateFor'");
    }

    @Test
    void aRecordingWithoutSamplesIsNoEmptyFlameGraph() throws Exception {
        Path recording = folder.resolve("empty.jfr");
        try (Recording recorder = new Recording()) {
            recorder.start();
            recorder.stop();
            recorder.dump(recording);
        }
        Path stacks = folder.resolve("stacks");

        assertThatThrownBy(() -> FlameGraphs.collapse(recording, ProfileEvent.CPU, stacks)).hasMessage("it holds no stack");
        assertThat(Files.exists(stacks)).isFalse();
    }

    /** Of CPU time, so that there are as many samples on a busy machine. */
    private static void allocateFor(Duration time) {
        var threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + time.toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 1_000; i++) {
                kept = new byte[1_000];
            }
        }
    }

    private static final Load RATE = Load.open(50);

    private Results results;

    @BeforeEach
    void profile() throws Exception {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 2; block++) {
            for (String strategy : List.of("http-async", "rx/1")) {
                Trial trial = Samples.trial(
                        strategy.replace('/', '-'), block, Samples.pools(false, false, 60), RATE, 1.05, folder);
                String stacks = "trials/" + block + "-" + strategy.replace('/', '-') + ".collapsed";
                Files.createDirectories(folder.resolve(stacks).getParent());
                Files.writeString(folder.resolve(stacks), "java/lang/Thread.run_[j];io/birdseye/memory/SharedList.multiply_[j] "
                        + 40 * block + (strategy.startsWith("rx") ? "\njava/lang/Thread.run_[j];io/reactivex/Single.zip_[j] 20" : "")
                        + "\n");
                trials.add(new Trial(RowKey.of(strategy), block, trial.budget(), trial.topology(), trial.outcome(), null,
                        profiled(trial, new TrialProfile("async-profiler, cpu", stacks, null))));
            }
        }
        Results plain = Samples.results(RATE, trials);
        results = new Results(plain.schemaVersion(), plain.createdAt(), plain.environment(),
                plain.settings().with(new Settings.Options("cpu", List.of(), null, null, null)), plain.floor(), trials, null, List.of());
    }

    @Test
    void thePageOpensAFlameGraphForEachRowAndADifferentialOneForTwo() throws Exception {
        Reports.write(results, folder, Simplicity.NONE);

        Document page = Jsoup.parse(Files.readString(folder.resolve(Reports.PAGE)));
        List<String> links = page.select("a[href^=profiles]").eachAttr("href");
        assertThat(links).hasSize(4).allSatisfy(link -> assertThat(folder.resolve(link)).exists());
        String flame = Files.readString(folder.resolve(links.getFirst()));
        assertThat(flame).contains("SharedList.multiply").doesNotContain("src=", "<link");
        String difference = Files.readString(folder.resolve(links.stream().filter(link -> link.contains("rx-1-against")).findFirst().orElseThrow()));
        assertThat(difference).contains("Single.zip", "red is more than http-async has");
    }

    @Test
    void stacksOfAllBlocksAreDrawnTogether() throws Exception {
        Path page = folder.resolve("all.html");

        FlameGraphs.draw("all", List.of(folder.resolve("trials/1-http-async.collapsed"), folder.resolve("trials/2-http-async.collapsed")), page);

        assertThat(page).content().contains("120");
    }

    @Test
    void aTitleCannotBecomeMarkup() throws Exception {
        Path page = folder.resolve("hostile.html");

        FlameGraphs.draw("<script>alert(1)</script>", List.of(folder.resolve("trials/1-http-async.collapsed")), page);

        assertThat(page).content().doesNotContain("<script>alert");
    }

    @Test
    void profiledTrialsAreNotRanked() throws Exception {
        ComparisonTable table = Reports.write(results, folder, Simplicity.NONE);

        assertThat(table.ranking()).isNull();
        assertThat(Samples.verdicts(table).path("rows")).allSatisfy(row -> {
            assertThat(row.path("verdict").asString()).isEqualTo("unranked");
            assertThat(row.path("verdictReason").asString()).isEqualTo("its trials were profiled, and the profiler takes time");
        });
        assertThat(folder.resolve(Reports.MARKDOWN)).content().contains("No ranking: the trials were profiled");
    }

    @Test
    void profiledTrialsAreNeitherJoinedNorComparedWithOthers() throws Exception {
        Path profiled = Files.createDirectories(folder.resolve("profiled"));
        Path plain = Files.createDirectories(folder.resolve("plain"));
        ResultsFile.write(results, profiled.resolve(ResultsFile.NAME));
        ResultsFile.write(Samples.results(RATE, results.trials()), plain.resolve(ResultsFile.NAME));
        ComparisonTable with = StoredResults.read(profiled).table();
        ComparisonTable without = StoredResults.read(plain).table();

        assertThatThrownBy(() -> Diff.of(without, with, new Diff.Rule(false, OptionalDouble.empty())))
                .hasMessageContaining("profiled trials are compared with no others");
        assertThatThrownBy(() -> Reports.join(
                        List.of(StoredResults.read(plain), StoredResults.read(profiled)), folder.resolve("joined"), Simplicity.NONE))
                .hasMessageContaining("The profile differs: none, then cpu.");
    }

    @Test
    void aTrialWithoutProfileSaysWhy() {
        Trial first = results.trials().getFirst();
        Trial missing = new Trial(RowKey.of(first.strategy()), 1, first.budget(), first.topology(), first.outcome(), null,
                profiled(first, new TrialProfile(null, null, "jcmd died with exit code 1")));
        ComparisonTable table = ComparisonTable.of(
                new Results(1, results.createdAt(), results.environment(), results.settings(), results.floor(), List.of(missing), null,
                        List.of()),
                folder);

        assertThat(table.rows().getFirst().notes()).contains("No profile of block 1: jcmd died with exit code 1.");
        assertThat(new RowFlames(table).links(table.rows().getFirst())).isEmpty();
    }

    private static Trial.Measured profiled(Trial trial, TrialProfile profile) {
        return trial.measured().with(trial.measured().course().with(profile));
    }
}
