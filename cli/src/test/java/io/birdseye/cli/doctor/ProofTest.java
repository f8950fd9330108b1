package io.birdseye.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials.JudgedTrial;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.model.Topology;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ProofTest {

    private static final Path FOLDER = Path.of("proof");

    private final List<TrialSettings> measured = new ArrayList<>();

    private Proof proof(long seed, PointTrials.Runner runner) {
        return new Proof(new PointTrials(Proof.WARM_UP, Proof.MEASURED, seed, List.of(), ValidityBounds.DEFAULT, FOLDER, "",
                runner), Work.article(Duration.ofMillis(200), 5, Layout.BOXED), Progress.NONE);
    }

    /** A machine on which two JVMs of the same service differ by so much; a request takes 14 ms beside its calls. */
    private PointTrials.Runner machine(double noise) {
        return (settings, progress) -> {
            measured.add(settings);
            double jvm = Math.exp(noise * new Random(0x9E3779B97F4A7C15L * settings.measurement().out().hashCode()).nextGaussian());
            return trial((settings.work().upstreamDelay().toNanos() / 1e6 + 14) * jvm, List.of());
        };
    }

    private static JudgedTrial trial(double medianMs, List<String> invalid) {
        Trial.Latency latency = new Trial.Latency(medianMs, medianMs, medianMs, null, medianMs, null, medianMs);
        return new JudgedTrial(new Trial(RowKey.of("executor"), 1, Budget.NONE, Topology.NONE, Trial.Outcome.COMPLETED, null,
                new Trial.Measured(
                        new Trial.Counts(10, 50, 50, 500, 0, Map.of(), 1.0), latency, latency,
                        new Trial.Work(new Trial.Resources(5.0, null, 1.0, 1.0, 1, null, 50, null, 0.2, 0.1, 0.1), List.of(), 16, 2,
                                null, null, null),
                        new Trial.Instruments(1, null, null, new Trial.Disturbance(null, null, null, null, null, null),
                                new Trial.InjectorsUsed(0, List.of())),
                        new Trial.Course("h.hlog", null, null, null), null)), null, invalid);
    }

    @Test
    void aQuietMachinePasses() throws Exception {
        Proof.Result result = proof(1, machine(0.007)).run(20);

        assertThat(result.passed()).as(result.toString()).isTrue();
        assertThat(result.rankings()).hasSize(20);
        assertThat(result.withoutAlarmNeeded()).isEqualTo(19);
        assertThat(result.foundNeeded()).isEqualTo(18);
        assertThat(result.equivalent()).isGreaterThan(0.9);
        JsonNode json = ResultsFile.JSON.valueToTree(result);
        assertThat(json.propertyNames()).containsExactlyInAnyOrder(
                "passed", "comparisons", "withoutAlarm", "twinFound", "equivalentShare", "verdicts");
        assertThat(json.at("/verdicts/19/0").propertyNames()).containsExactly("name", "verdict", "ratio");
    }

    @Test
    void aNoisyMachineDoesNotFindTheTwinButInventsNoDifferenceEither() throws Exception {
        Proof.Result result = proof(1, machine(0.1)).run(20);

        assertThat(result.found()).isLessThan(5);
        assertThat(result.withoutAlarm()).isGreaterThanOrEqualTo(result.withoutAlarmNeeded());
        assertThat(result.equivalent()).as("not enough blocks is not as good").isLessThan(0.5);
        assertThat(result.passed()).isFalse();
    }

    @Test
    void onlyTheDelayOfTheTwinDiffersAndEveryTrialHasAFolderOfItsOwn() throws Exception {
        proof(1, machine(0.01)).run(2);

        assertThat(measured).hasSize(2 * Proof.BLOCKS * (Proof.EQUALS + 1));
        assertThat(measured).extracting(settings -> settings.measurement().out()).doesNotHaveDuplicates();
        assertThat(measured).extracting(settings -> settings.served().budgets()).containsOnly(
                measured.getFirst().served().budgets());
        assertThat(measured).extracting(settings -> settings.served().service()).containsOnly(
                measured.getFirst().served().service());
        assertThat(measured).allSatisfy(settings -> assertThat(settings.work().upstreamDelay())
                .isEqualTo(Duration.ofMillis(settings.measurement().out().endsWith("twin") ? 210 : 200)));
    }

    @Test
    void itSaysBeforehandHowLongItTakes() {
        assertThat(proof(1, machine(0.01)).estimate(1)).isBetween(Duration.ofMinutes(8), Duration.ofMinutes(12));
    }

    @Test
    void anInvalidTrialIsMeasuredAgainOnceAndThenEndsTheProofWithItsReason() throws Exception {
        List<Path> asked = new ArrayList<>();
        PointTrials.Runner disturbedAtFirst = (settings, progress) -> {
            boolean again = asked.contains(settings.measurement().out());
            asked.add(settings.measurement().out());
            return trial(214, again ? List.of() : List.of("start lag p99 700 ms"));
        };

        assertThat(proof(1, disturbedAtFirst).run(1).found()).isZero();
        assertThat(asked).hasSize(2 * Proof.BLOCKS * (Proof.EQUALS + 1));
        assertThatThrownBy(() -> proof(1, (settings, progress) -> trial(214, List.of("start lag p99 700 ms"))).run(1))
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("was invalid 2 times").hasMessageContaining("start lag p99 700 ms");
    }

    @Test
    void aTrialThatFailsEndsTheProofWithItsReason() {
        PointTrials.Runner dead = (settings, progress) -> new JudgedTrial(
                new Trial(RowKey.of("executor"), 1, Budget.NONE, Topology.NONE, Trial.Outcome.FAILED, "it died", null), null, List.of());

        assertThatThrownBy(() -> proof(1, dead).run(1)).isInstanceOf(TrialFailure.class).hasMessageContaining("it died");
    }
}
