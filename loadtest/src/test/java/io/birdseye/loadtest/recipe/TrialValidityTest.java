package io.birdseye.loadtest.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.model.process.BusyStranger;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialValidityTest {

    /** No injector is never late. */
    private static final ValidityBounds IMPOSSIBLE = new ValidityBounds(0, 0, 1, 1, 60_000, 1, 1.0);

    @TempDir
    private Path out;

    /** Once, whatever comes of it. */
    private static Trials.JudgedTrial run(TrialSettings settings) throws Exception {
        try (Trials trials = new Trials(settings, SmallComparison.programs())) {
            return trials.of(new TrialSlot(1, settings.strategies().getFirst(), 1), 1, phase -> {});
        }
    }

    private TrialSettings judgedBy(ValidityBounds bounds) {
        TrialSettings small = SmallComparison.settings(out, "steady");
        return new TrialSettings(
                small.served(), small.load(), new Measurement(1, 1, bounds, out, "./birdseye compare"));
    }

    @Test
    void anInvalidTrialSaysWhyAndIsMeasuredAgainABoundedNumberOfTimes() throws Exception {
        Trials.JudgedTrial invalid = run(judgedBy(IMPOSSIBLE));
        byte[] kept = Files.readAllBytes(out.resolve("trials/1-steady.json"));
        Trials.JudgedTrial again = measuredUntilValid(judgedBy(IMPOSSIBLE));

        assertThat(invalid.trial().outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(invalid.invalid()).singleElement().asString().startsWith("start lag p99");
        assertThat(invalid.response()).isNotNull();
        assertThat(again.trial()).isNotEqualTo(invalid.trial());
        assertThat(Files.readAllBytes(out.resolve("trials/1-steady.json"))).isNotEqualTo(kept);

        Trials.JudgedTrial valid = run(SmallComparison.settings(out, "steady"));
        assertThat(valid.invalid()).as("by the other bounds").isEmpty();
        assertThat(valid.trial()).as("was kept").isEqualTo(again.trial());
    }

    /** A program that is not ours keeps a core busy beside the trial. */
    @Test
    void aTrialBesideABusyProgramIsInvalidAndNamesWhatOthersTook() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/stat")), "Linux only");
        double fifthOfACore = 0.2 / Runtime.getRuntime().availableProcessors();
        Trials.JudgedTrial disturbed;
        try (BusyStranger stranger = BusyStranger.start()) {
            disturbed = run(judgedBy(new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, fifthOfACore)));
        }

        assertThat(disturbed.trial().outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(disturbed.invalid()).singleElement().asString().startsWith("other programs took ");
    }

    /** It never gets valid, so it is measured a bounded number of times. */
    private static Trials.JudgedTrial measuredUntilValid(TrialSettings settings) throws Exception {
        List<String> phases = new ArrayList<>();
        Trials.JudgedTrial last = Trials.single(settings, SmallComparison.programs(), (phase, done, total) -> {
            if (phases.isEmpty() || !phases.getLast().equals(phase)) {
                phases.add(phase);
            }
        });
        assertThat(Collections.frequency(phases, phases.getFirst())).as("%s", phases).isEqualTo(Trials.MOST_ATTEMPTS);
        return last;
    }

    @Test
    void aFailedTrialHasNoFiguresAndIsNotInvalid() throws Exception {
        Trials.JudgedTrial failed = run(SmallComparison.settings(out, "wrong"));

        assertThat(failed.trial().outcome()).isEqualTo(Trial.Outcome.FAILED);
        assertThat(failed.response()).isNull();
        assertThat(failed.invalid()).isEmpty();
    }

    @Test
    void aFolderOfOtherSettingsIsRefused() throws Exception {
        new Trials(SmallComparison.settings(out, "steady"), SmallComparison.programs()).close();

        assertThatThrownBy(() -> new Trials(SmallComparison.settings(out, 2, "steady"), SmallComparison.programs()))
                .isInstanceOf(FolderRefused.class)
                .hasMessage(out.resolve("trials") + " holds measurements made under other conditions: seed was 1, is 2."
                        + " Choose another folder, or delete this one");
    }

    /** What a rebuild, an update or a copy of the folder brings: each is recorded, and each is told. */
    @ParameterizedTest
    @CsvSource({
        "jdk, jdk was 24",
        "cpuModel, cpuModel was 24",
        "kernel, kernel was 24",
        "birdseye-plugin.jar, 'birdseye-plugin.jar was 24, is not recorded'"
    })
    void aFolderOfAnotherBuildOrMachineIsRefused(String field, String difference) throws Exception {
        new Trials(SmallComparison.settings(out, "steady"), SmallComparison.programs()).close();
        Path recorded = out.resolve("trials/settings.json");
        String before = Files.readString(recorded);
        String other = field.endsWith(".jar")
                ? before.replaceFirst("\"jars\" : \\{", "\"jars\" : { \"" + field + "\" : \"24\",")
                : before.replaceFirst("\"" + field + "\" : \"[^\"]*\"", "\"" + field + "\" : \"24\"");
        assertThat(other).isNotEqualTo(before);
        Files.writeString(recorded, other);

        assertThatThrownBy(() -> new Trials(SmallComparison.settings(out, "steady"), SmallComparison.programs()))
                .isInstanceOf(FolderRefused.class)
                .hasMessageContaining(difference);
    }

    /** The documentation may have changed since; the programs have not. */
    @Test
    void anotherCommitWithTheSameJarsIsTheSameBuild() throws Exception {
        new Trials(SmallComparison.settings(out, "steady"), SmallComparison.programs()).close();
        Path recorded = out.resolve("trials/settings.json");
        Files.writeString(recorded, Files.readString(recorded).replaceFirst("\"commit\" : \"[^\"]*\"",
                "\"commit\" : \"0123456789ab\""));

        assertThatCode(() -> new Trials(SmallComparison.settings(out, "steady"), SmallComparison.programs()).close())
                .doesNotThrowAnyException();
    }

    /** As a folder looks whose file is damaged. */
    @Test
    void aFolderThatDoesNotSayWhatItHoldsIsRefused() throws Exception {
        Files.writeString(Files.createDirectories(out.resolve("trials")).resolve("settings.json"), "{\"seed\":");

        assertThatThrownBy(() -> new Trials(SmallComparison.settings(out, "steady"), SmallComparison.programs()))
                .isInstanceOf(FolderRefused.class)
                .hasMessageContaining("was not recorded");
    }

    @Test
    void aFolderIsForOneRunAtATime() throws Exception {
        TrialSettings settings = SmallComparison.settings(out, "steady");
        try (Trials first = new Trials(settings, SmallComparison.programs())) {
            assertThatThrownBy(() -> new Trials(settings, SmallComparison.programs()))
                    .isInstanceOf(FolderRefused.class)
                    .hasMessageContaining("is in use by another run");
        }
        new Trials(settings, SmallComparison.programs()).close();
    }
}
