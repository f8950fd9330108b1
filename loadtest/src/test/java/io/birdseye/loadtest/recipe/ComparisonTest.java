package io.birdseye.loadtest.recipe;

import static io.birdseye.loadtest.recipe.SmallComparison.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Machine;
import io.birdseye.model.process.BusyStranger;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which trials are measured, kept, measured again and refused: at a place where none takes time. */
class ComparisonTest {

    @TempDir
    private Path out;

    private final FakeSite site = new FakeSite();

    private static Results compare(TrialSettings settings, FakeSite site) throws Exception {
        return new Comparison(settings, BlockPlan.PLAIN, site, Progress.NONE).run();
    }

    private TrialSettings judgedBy(ValidityBounds bounds) {
        TrialSettings small = settings(out, "steady");
        return new TrialSettings(small.served(), small.load(), new Measurement(1, 1, bounds, out, "./birdseye compare"));
    }

    /** An injector may be late by so much. */
    private static ValidityBounds lateBy(double millis) {
        return new ValidityBounds(millis, 0, 1, 1, 60_000, 1, 1.0);
    }

    @Test
    void whatIsKeptIsNotMeasuredAgainAndAFailedTrialIs() throws Exception {
        FakeSite unlucky = new FakeSite().failing(label -> label.equals("wrong") ? "out of luck" : "");
        List<String> phases = new ArrayList<>();
        List<Integer> known = new ArrayList<>();
        Results first = new Comparison(settings(out, "steady", "wrong").withBlocks(2), BlockPlan.PLAIN, unlucky, new Progress() {
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
        Results resumed = compare(settings(out, "steady", "wrong", "second").withBlocks(2), site);

        assertThat(unlucky.measured).first().isEqualTo("floor");
        assertThat(unlucky.measured).hasSize(5).contains("block 1, steady", "block 2, steady", "block 1, wrong", "block 2, wrong");
        assertThat(phases).containsExactlyElementsOf(
                unlucky.measured.stream().skip(1).map(trial -> trial + ": measuring").toList());
        assertThat(known).containsExactly(1, 2, 3, 4);
        assertThat(first.trials()).filteredOn(Trial::failed).extracting(Trial::strategy, Trial::reason)
                .containsOnly(tuple("wrong", "out of luck"));
        assertThat(site.measured).containsExactlyInAnyOrder(
                "block 1, wrong", "block 2, wrong", "block 1, second", "block 2, second");
        assertThat(resumed.trials()).hasSize(6).noneMatch(Trial::failed)
                .containsAll(first.trials().stream().filter(trial -> !trial.failed()).toList());
        assertThat(resumed.floor()).isEqualTo(first.floor());
        assertThat(Files.readAllBytes(out.resolve("trials/2-steady.json"))).isEqualTo(kept);
    }

    /** A shared machine is not as fast at the end as at the beginning. */
    @Test
    void theFloorIsMeasuredInEveryBlockOnOneOfItsTrials() throws Exception {
        Results results = compare(settings(out, "steady", "second").withBlocks(3), site);

        assertThat(results.trials()).filteredOn(trial -> trial.floor() != null)
                .extracting(Trial::strategy, Trial::block, trial -> trial.floor().latencyMs(false))
                .containsExactly(tuple("steady", 1, 18.0), tuple("steady", 2, 19.0), tuple("steady", 3, 20.0));
        assertThat(compare(settings(out, "steady", "second").withBlocks(3), site).trials()).as("kept").isEqualTo(results.trials());
    }

    @Test
    void anInterruptedComparisonKeepsWhatItHasMeasuredAndGoesOn() throws Exception {
        assertThatThrownBy(() -> new Comparison(settings(out, "steady", "second"), BlockPlan.PLAIN, site, (phase, done, total) -> {
            if (site.measured.size() == 3) {
                site.interrupt();
            }
        }).run()).isInstanceOf(TrialFailure.class).hasMessage("interrupted; the same command with --out goes on in " + out);
        FakeSite next = new FakeSite();

        assertThat(compare(settings(out, "steady", "second"), next).trials()).hasSize(2);
        assertThat(next.measured).containsExactly(site.measured.getLast());
    }

    /** A folder where the file should be written: it fails as a full disk does. */
    @Test
    void aTrialThatTheDiskDoesNotTakeEndsTheComparisonAndThoseBeforeAreKept() {
        assertThatThrownBy(() -> new Comparison(settings(out, "steady", "second"), BlockPlan.PLAIN, site, (phase, done, total) -> {
            if (site.measured.size() == 3) {
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

    @Test
    void anInvalidTrialSaysWhyAndIsMeasuredAgainABoundedNumberOfTimes() throws Exception {
        site.late(10);

        Trials.JudgedTrial invalid = Trials.single(judgedBy(lateBy(1)), site, Progress.NONE);

        assertThat(site.measured).hasSize(Trials.MOST_ATTEMPTS);
        assertThat(invalid.trial().outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(invalid.invalid()).singleElement().asString().startsWith("start lag p99");
        assertThat(invalid.unusable()).hasValueSatisfying(why -> assertThat(why).startsWith(Trials.JudgedTrial.NOT_VALID));
        assertThat(invalid.response()).isNotNull();
        assertThat(invalid.trial().measured().instruments().startLagP99Ms()).as("the last one counts").isEqualTo(10 + Trials.MOST_ATTEMPTS);

        Trials.JudgedTrial valid = Trials.single(judgedBy(lateBy(20)), site, Progress.NONE);
        assertThat(valid.invalid()).as("by the other bounds").isEmpty();
        assertThat(valid.trial()).as("was kept").isEqualTo(invalid.trial());
    }

    @Test
    void aComparisonMeasuresAnInvalidTrialOfAnEarlierRunAgain() throws Exception {
        compare(judgedBy(lateBy(60_000)), site.late(10));

        Results again = compare(judgedBy(lateBy(1)), site);

        assertThat(site.measured).containsExactly("floor", "block 1, steady", "block 1, steady");
        assertThat(again.trials().getFirst().measured().instruments().startLagP99Ms()).isEqualTo(12);
    }

    @Test
    void aFailedTrialHasNoFiguresAndIsNotInvalid() throws Exception {
        Trials.JudgedTrial failed =
                Trials.single(settings(out, "wrong"), site.failing(label -> "out of luck"), Progress.NONE);

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
        TrialSettings settings = judgedBy(new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, fifthOfACore));
        try (BusyStranger stranger = BusyStranger.start();
                Trials trials = new Trials(settings, FakePrograms.all())) {
            Trials.JudgedTrial disturbed = trials.of(new TrialSlot(1, "steady", 1), 1, phase -> {});

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
        new Trials(settings(out, "steady"), site).close();
        Machine here = FakeSite.HERE.machine();
        Map<String, String> jars = FakeSite.HERE.jars();

        assertRefused(settings(out, 2, "steady"), FakeSite.HERE, out.resolve("trials")
                + " holds measurements made under other conditions: seed was 1, is 2. Choose another folder, or delete this one");
        assertRefused(settings(out, "steady"), new Provenance("c0ffee", new Machine(
                here.cores(), here.cpuModel(), here.memoryBytes(), here.os(), here.kernel(), "26"), "vm", jars), "jdk was 25, is 26");
        assertRefused(settings(out, "steady"), new Provenance("c0ffee", new Machine(
                here.cores(), "other", here.memoryBytes(), here.os(), "7.0", here.jdk()), "vm", jars), "cpuModel was cpu, is other");
        assertRefused(settings(out, "steady"), new Provenance("c0ffee", here, "vm", Map.of("birdseye-service.jar", "b2")),
                "birdseye-service.jar was a1, is b2");
        assertRefused(settings(out, "steady"), new Provenance("c0ffee", here, "vm", Map.of()),
                "birdseye-service.jar was a1, is not recorded");
        // The documentation may have changed since; the programs have not.
        assertThatCode(() -> new Trials(settings(out, "steady"),
                new FakeSite(new Provenance("0123456789ab", here, "vm", jars))).close()).doesNotThrowAnyException();
    }

    /** As one looks whose file is damaged. */
    @Test
    void aFolderThatDoesNotSayWhatItHoldsIsRefused() throws Exception {
        Files.writeString(Files.createDirectories(out.resolve("trials")).resolve("settings.json"), "{\"seed\":");

        assertRefused(settings(out, "steady"), FakeSite.HERE, "was not recorded");
    }

    @Test
    void aFolderIsForOneRunAtATime() throws Exception {
        try (Trials first = new Trials(settings(out, "steady"), site)) {
            assertRefused(settings(out, "steady"), FakeSite.HERE, "is in use by another run");
        }
        new Trials(settings(out, "steady"), site).close();
    }
}
