package io.birdseye.loadtest.trial;

import static io.birdseye.loadtest.trial.SmallComparison.programs;
import static io.birdseye.loadtest.trial.SmallComparison.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

    @TempDir
    private Path out;

    @AfterEach
    void everyChildHasEnded() {
        assertThat(children(ProcessHandle.current())).isEmpty();
    }

    @Test
    void trialsThatFailAreReportedAndTheOthersAreMeasured() throws Exception {
        List<String> phases = new ArrayList<>();
        Progress progress = (phase, done, total) -> {
            phases.add(phase);
            assertThat(done).isBetween(0.0, total);
        };

        Results results = new Comparison(settings(out, "steady", "wrong", "dying"), programs(), progress).run();

        var trials = results.trials().stream().collect(Collectors.toMap(Trial::strategy, Function.identity()));
        assertThat(trials).containsOnlyKeys("steady", "wrong", "dying");
        assertThat(trials.get("wrong").outcome()).isEqualTo(Trial.Outcome.FAILED);
        assertThat(trials.get("wrong").reason()).startsWith("the answer of wrong ");
        assertThat(trials.get("dying").outcome()).isEqualTo(Trial.Outcome.FAILED);
        assertThat(trials.get("dying").reason()).startsWith("service died with exit code 3");
        assertMeasured(trials.get("steady"));
        assertThat(results.floor().callMs()).containsExactly(15.0, 16.0, 17.0, 18.0);
        assertThat(results.floor().combineMs()).containsExactly(1.0, 2.0);
        assertThat(results.floor().cpuMsPerRequest()).as("50 ms for the 6 requests of a group").isCloseTo(50 / 6.0, within(0.01));
        assertThat(results.environment().collector()).isEqualTo("Parallel");
        assertThat(phases).contains("block 1, steady: warming up", "block 1, steady: measuring");

        byte[] kept = Files.readAllBytes(out.resolve("trials/1-steady.json"));
        Results resumed = new Comparison(settings(out, "steady", "second"), programs(), Progress.NONE).run();
        assertThat(resumed.trials()).extracting(Trial::strategy).containsExactlyInAnyOrder("steady", "second");
        assertThat(resumed.trials()).extracting(Trial::outcome).containsOnly(Trial.Outcome.COMPLETED);
        assertThat(resumed.trials()).contains(trials.get("steady"));
        assertThat(resumed.floor()).isEqualTo(results.floor());
        assertThat(Files.readAllBytes(out.resolve("trials/1-steady.json"))).isEqualTo(kept);

        assertThatThrownBy(() -> new Comparison(settings(out, 2, "steady"), programs(), Progress.NONE).run())
                .isInstanceOf(TrialFailure.class)
                .hasMessageContaining("other settings");
    }

    private void assertMeasured(Trial trial) {
        assertThat(trial.reason()).isNull();
        assertThat(trial.outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(trial.budget()).isEqualTo(new Trial.BudgetUsed(16, 2, 2_000));
        assertThat(trial.topology().ioThreads()).isEqualTo(16);
        Trial.Measured measured = trial.measured();
        assertThat(measured).isNotNull();
        assertThat(measured.requests()).isEqualTo(120);
        assertThat(measured.errors()).isZero();
        assertThat(measured.achievedPerSecond()).as("late ones of the warm-up included").isCloseTo(60, within(20.0));
        assertThat(measured.service().p50Ms()).isBetween(20.0, 60.0);
        assertThat(measured.response().p99Ms()).as("120 requests do not carry it").isNull();
        assertThat(measured.ioPeak()).isEqualTo(9);
        assertThat(measured.tasks()).containsExactly(new Trial.TaskTime("posts", "io", 0.5, 15));
        assertThat(measured.resources().cpuMsPerRequest()).isPositive();
        assertThat(measured.resources().contextSwitchesPerRequest()).isEqualTo(10);
        assertThat(measured.resources().injectorCores()).isPositive();
        assertThat(measured.resources().mockCores()).isNotNegative();
        assertThat(out.resolve(measured.histogram())).isNotEmptyFile();
        assertThat(measured.mockDelayErrorP99Ms()).isEqualTo(1.5);
        assertThat(measured.stolenShare()).isBetween(0.0, 1.0);
        assertThat(measured.steadyState()).isNotNull();
        assertThat(measured.steadyState().verdict()).as("two seconds").isEqualTo(Trial.SteadyState.Verdict.UNKNOWN);
    }

    @Test
    void aMockThatDiesFailsOneTrialAndIsStartedAgainForTheNext() throws Exception {
        AtomicBoolean killed = new AtomicBoolean();
        Progress progress = (phase, done, total) -> {
            if (phase.endsWith("measuring") && killed.compareAndSet(false, true)) {
                children(ProcessHandle.current())
                        .filter(child -> commandLine(child).contains("FakePrograms$Mock"))
                        .forEach(ProcessHandle::destroyForcibly);
            }
        };

        Results results = new Comparison(settings(out, "steady", "second"), programs(), progress).run();

        assertThat(results.trials().get(0).outcome()).isEqualTo(Trial.Outcome.FAILED);
        assertThat(results.trials().get(0).reason()).startsWith("mock-api died with exit code 137");
        assertThat(results.trials().get(1).outcome()).isEqualTo(Trial.Outcome.COMPLETED);
    }

    @Test
    void aServiceWhosePortIsTakenEndsTheComparisonWithItsOwnWords() {
        Programs programs = programs(FakePrograms.Unlucky.class);

        assertThatThrownBy(() -> new Comparison(settings(out, "steady"), programs, Progress.NONE).run())
                .isInstanceOf(TrialFailure.class)
                .hasMessage("service died with exit code 1: service: port is in use");
    }

    @Test
    void anInterruptedComparisonLeavesNoProcessBehind() throws Exception {
        Process comparison = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
                        "-cp", System.getProperty("java.class.path"),
                        SmallComparison.class.getName(), out.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> grandchildren = List.of();
        try (var lines = comparison.inputReader()) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.endsWith("measuring")) {
                    grandchildren = children(comparison.toHandle()).toList();
                    comparison.destroy();
                    break;
                }
            }
            assertThat(comparison.waitFor(15, TimeUnit.SECONDS)).isTrue();
        } finally {
            comparison.destroyForcibly().waitFor();
        }
        assertThat(grandchildren).as("mock, service, injector").hasSize(3).noneMatch(ProcessHandle::isAlive);
    }

    private static Stream<ProcessHandle> children(ProcessHandle parent) {
        return parent.children().filter(ProcessHandle::isAlive);
    }

    /** In full; the JDK cuts it off where the class path is long. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }
}
