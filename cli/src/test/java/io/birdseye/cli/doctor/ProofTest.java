package io.birdseye.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProofTest {

    /** A machine on which two JVMs of the same service differ by so much. */
    private static Proof.Trial machine(double noise) {
        return (slowdown, seed) -> 24 * slowdown * Math.exp(noise * new Random(seed).nextGaussian());
    }

    @Test
    void aQuietMachinePassesWhateverTheSeed() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            Proof.Result outcome = new Proof(machine(0.007), Proof.BLOCKS, Progress.NONE).run(20, seed);
            assertThat(outcome.passed()).as("seed %d: %s", seed, outcome).isTrue();
            assertThat(outcome.ratios()).hasSize(20).allSatisfy(ratio -> assertThat(ratio).isBetween(1.03, 1.07));
        }
    }

    @Test
    void aNoisyMachineDoesNotFindTheTwinButInventsNoDifferenceEither() throws Exception {
        Proof.Result outcome = new Proof(machine(0.1), Proof.BLOCKS, Progress.NONE).run(20, 1);

        assertThat(outcome.found()).isLessThan(outcome.foundNeeded());
        assertThat(outcome.alike()).isGreaterThanOrEqualTo(17);
        assertThat(outcome.passed()).isFalse();
        assertThat(outcome.noise()).isBetween(0.1, 0.2);
    }

    @Test
    void nineteenAndEighteenOfTwentyAreEnoughAndOneLessIsNot() {
        assertThat(outcome(19, 18).passed()).isTrue();
        assertThat(outcome(18, 18).passed()).isFalse();
        assertThat(outcome(19, 17).passed()).isFalse();
    }

    private static Proof.Result outcome(int alike, int found) {
        return new Proof.Result(20, alike, found, List.of(1.05), 0.01, Duration.ZERO);
    }

    @Test
    void aRealTrialTakesWhatTheServiceWaitsAndLeavesNoProcess() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");

        double median = new SyntheticTrial(java).medianMs(2, 7);

        assertThat(median).isGreaterThan(47);
        assertThat(ProcessHandle.current().children()).noneMatch(child -> child.info()
                .commandLine().orElse("").contains(SyntheticService.class.getName()));
    }
}
