package io.birdseye.loadtest.recipe;

import static io.birdseye.loadtest.recipe.SmallComparison.settings;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.Budget;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparisons in processes of their own, over fake programs: what becomes of them when one of them ends or stops. */
class ComparisonProcessesTest {

    /** The third step of a ramp from 30/s. */
    private static final double MAX_PER_SECOND = 67.5;

    @TempDir
    private Path out;

    @AfterEach
    void everyChildHasEnded() {
        assertThat(children()).isEmpty();
    }

    /** Other tests have children, too. */
    private Programs programs() {
        return FakePrograms.all("-Dof=" + out);
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
        assertThat(results.floor().cpuMsPerRequest())
                .as("50 ms for the 6 requests of a group, of which the compilers take 10")
                .isCloseTo(40 / 6.0, within(0.01));
        assertThat(results.environment().collector()).isEqualTo("Parallel");
        assertThat(phases).contains("block 1, steady: warming up", "block 1, steady: measuring");

    }

    @Test
    void theWarmUpIsMeasuredSecondBySecondAndTheWindowAlone() throws Exception {
        alreadyCalibrated();
        LoadPlan load = new LoadPlan(Load.open(60), new WarmUp(Duration.ofSeconds(2), 1, Duration.ofMillis(50)), Duration.ofSeconds(1));

        Trial trial = new Comparison(settings(out, "steady").with(load), programs(), Progress.NONE).run().trials().getFirst();

        assertMeasured(trial);
        assertThat(trial.measured().course().warmUp()).hasSize(2).allSatisfy(part -> {
            assertThat(part.p50Ms()).isBetween(20.0, 500.0);
            assertThat(part.cpuMsPerAnswer()).isPositive();
        }).extracting(Trial.WarmUpPart::fromSeconds).containsExactly(0.0, 1.0);
        assertThat(trial.measured().instruments().injectors().each()).singleElement().satisfies(one -> assertThat(one.requests()).isEqualTo(60));
        assertThat(trial.measured().course().histogram()).as("the last of three").endsWith("latencies-3.hlog");
    }

    private void assertMeasured(Trial trial) {
        assertThat(trial.reason()).isNull();
        assertThat(trial.outcome()).isEqualTo(Trial.Outcome.COMPLETED);
        assertThat(trial.budget()).isEqualTo(new Budget(16, 2, 2_000));
        assertThat(trial.topology().ioThreads()).isEqualTo(16);
        Trial.Measured measured = trial.measured();
        assertThat(measured).isNotNull();
        assertThat(measured.requests()).isEqualTo(60);
        assertThat(measured.errors()).isZero();
        assertThat(measured.achievedPerSecond()).isPositive();
        assertThat(measured.service().p50Ms()).isBetween(20.0, 60.0);
        assertThat(measured.response().p99Ms()).as("60 requests do not carry it").isNull();
        assertThat(measured.work().ioPeak()).isEqualTo(9);
        assertThat(measured.work().inFlightPeak()).isEqualTo(31);
        assertThat(measured.work().tasks()).containsExactly(new Trial.TaskTime("posts", "io", 0.5, 15));
        double cpuMs = measured.resources().cpuMsPerRequest();
        assertThat(cpuMs).isPositive();
        assertThat(measured.resources().compilerMsPerRequest()).isCloseTo(cpuMs / 5, within(0.01));
        assertThat(measured.resources().cpuMsWithoutCompilers()).isCloseTo(cpuMs * 4 / 5, within(0.01));
        assertThat(measured.resources().contextSwitchesPerRequest()).isEqualTo(10);
        assertThat(measured.resources().injectorCores()).isNotNull();
        assertThat(measured.resources().mockCores()).isNotNegative();
        assertThat(out.resolve(measured.course().histogram())).isNotEmptyFile();
        assertThat(measured.instruments().mockDelayErrorP99Ms()).isEqualTo(1.5);
        assertThat(measured.instruments().stolenShare()).isBetween(0.0, 1.0);
        assertThat(measured.counts().requestsPerAnswer()).isEqualTo(1);
        assertThat(measured.instruments().disturbance()).isNotNull();
        assertThat(measured.instruments().disturbance().othersShare()).isBetween(0.0, 1.0);
        assertThat(measured.course().steadyState()).isNotNull();
        assertThat(measured.course().steadyState().verdict()).as("one second").isEqualTo(Trial.SteadyState.Steady.UNKNOWN);
    }

    /** Measured before, so that a test begins with the trials. */
    private void alreadyCalibrated() throws Exception {
        new TrialStore(out).keep(settings(out, "steady").served().setups().getFirst(), new TrialStore.Calibrated(
                new Environment("", "25", List.of(), "Parallel", 2, "", 1, "Linux", ""),
                new Floor(List.of(15.0, 16.0, 17.0, 18.0), List.of(1.0, 2.0), 7), "steady"));
    }

    /** Otherwise the time in which a program stood still would count as the strategy's. */
    @Test
    void aProgramThatIsKilledOrStandsStillInMidRunFailsOneTrialAndTheNextIsMeasured() throws Exception {
        alreadyCalibrated();
        Deque<String> victims = new ArrayDeque<>(List.of(
                "KILL FakePrograms$Mock", "KILL PlainEngine", "STOP FakePrograms$Mock", "STOP FakePrograms$Service"));
        Set<String> over = new HashSet<>();
        Progress progress = (phase, done, total) -> {
            if (phase.endsWith("measuring") && !victims.isEmpty() && over.add(phase)) {
                String[] victim = victims.remove().split(" ");
                signal(victim[0], victim[1]);
            } else if (phase.endsWith("starting")) {
                signal("CONT", "FakePrograms$Mock");
            }
        };

        Results results =
                new Comparison(settings(out, "steady", "second", "third", "fourth", "fifth"), programs(), progress).run();

        assertThat(results.trials()).filteredOn(Trial::failed).extracting(Trial::reason).satisfiesExactly(
                reason -> assertThat(reason).startsWith("mock-api died with exit code 137"),
                reason -> assertThat(reason).startsWith("injector died with exit code 137"),
                reason -> assertThat(reason)
                        .isEqualTo("mock-api stood still for a while: a signal (SIGSTOP) stopped it"),
                reason -> assertThat(reason)
                        .isEqualTo("service stood still for a while: a signal (SIGSTOP) stopped it"));
        assertThat(results.trials().getLast().outcome()).isEqualTo(Trial.Outcome.COMPLETED);
    }

    private void signal(String name, String program) {
        children().filter(child -> commandLine(child).contains(program)).forEach(child -> {
            try {
                assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(child.pid())).start().waitFor()).isZero();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void aServiceThatDiesInTheCalibrationEndsTheComparisonWithThatReason() {
        AtomicBoolean killed = new AtomicBoolean();
        Progress progress = (phase, done, total) -> {
            if (phase.startsWith("calibration") && killed.compareAndSet(false, true)) {
                signal("KILL", "FakePrograms$Service");
            }
        };

        assertThatThrownBy(() -> new Comparison(settings(out, "steady"), programs(), progress).run())
                .isInstanceOf(TrialFailure.class)
                .hasMessageStartingWith("service died with exit code 137");
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting mock-api and service", "calibration: one request at a time"})
    void anInterruptedComparisonLeavesNoProcessBehind(String phase) throws Exception {
        whileRunning(Ending.TERMINATED, phase, List.of("steady"), () -> {});
    }

    @Test
    void norDoesOneThatIsInterruptedWhileItMeasures() throws Exception {
        alreadyCalibrated();
        whileRunning(Ending.TERMINATED, "steady: measuring", List.of("steady"), () -> {});
    }

    /** After a kill no hook runs, so mock-api, service and injector must see by themselves that they are alone. */
    @Test
    void aKilledComparisonHadItsFolderForItselfLeavesNoProcessBehindAndGoesOnWithWhatIsMissing() throws Exception {
        alreadyCalibrated();
        List<String> both = List.of("steady", "second");
        whileRunning(Ending.KILLED, "second: measuring", both, () ->
                assertThatThrownBy(() -> new Comparison(settings(out, "steady"), programs(), Progress.NONE).run())
                        .isInstanceOf(FolderRefused.class)
                        .hasMessageMatching(".* is in use by another run \\(process \\d+\\): wait for its end, .*"));
        assertThat(out.resolve("trials/1-second.json")).doesNotExist();

        FakeSite site = new FakeSite(programs().provenance());
        Results results = new Comparison(settings(out, "steady", "second"), BlockPlan.PLAIN, site, Progress.NONE).run();

        assertThat(results.trials()).extracting(Trial::outcome)
                .containsExactly(Trial.Outcome.COMPLETED, Trial.Outcome.COMPLETED);
        assertThat(site.measured).as("the order of seed 1").containsExactly("block 1, second");
    }

    /** How a comparison in a JVM of its own ends: as by Ctrl-C, or as by {@code kill -9}. */
    enum Ending { TERMINATED, KILLED }

    /** What is done while a comparison of another JVM is in a phase. */
    private interface Meanwhile {
        void look() throws Exception;
    }

    /** Ends it then, and awaits the end of all that it has started. */
    private void whileRunning(Ending ending, String phase, List<String> strategies, Meanwhile meanwhile)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"), SmallComparison.class.getName(), out.toString()));
        command.addAll(strategies);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("BIRDSEYE_TEST", out.toString());
        Process comparison = builder.start();
        try (var lines = comparison.inputReader()) {
            String line;
            do {
                line = lines.readLine();
            } while (line != null && !line.endsWith(phase));
            assertThat(line).as("the phase was reached").isNotNull();
            meanwhile.look();
            List<ProcessHandle> all = marked();
            switch (ending) {
                case TERMINATED -> {
                    comparison.destroy();
                    assertThat(comparison.waitFor(30, TimeUnit.SECONDS)).isTrue();
                    assertThat(marked()).isEmpty();
                }
                case KILLED -> {
                    comparison.destroyForcibly();
                    for (ProcessHandle process : all) {
                        assertThat(process.onExit()).succeedsWithin(20, TimeUnit.SECONDS);
                    }
                }
            }
        } finally {
            comparison.destroyForcibly().waitFor();
        }
    }

    /** Processes that descend from a comparison of this test, also those whose parent has ended. */
    private List<ProcessHandle> marked() {
        return ProcessHandle.allProcesses().filter(ProcessHandle::isAlive).filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/environ"), ISO_8859_1)
                    .contains("BIRDSEYE_TEST=" + out);
        } catch (IOException e) {
            return false;
        }
    }

    private Stream<ProcessHandle> children() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).filter(child -> commandLine(child).contains("-Dof=" + out));
    }

    /** In full; the JDK cuts it off where the class path is long. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    private Results search(String strategy) throws Exception {
        TrialSettings small = SmallComparison.settings(out.resolve(strategy), strategy);
        LoadPlan load = new LoadPlan(
                Load.open(30), WarmUp.of(Duration.ofSeconds(1)), Duration.ofSeconds(1),
                new SearchPlan(new Objective(90, 100), MAX_PER_SECOND, 2, new SearchPlan.Beyond(1.2, Duration.ofSeconds(1), 1), null));
        return new Comparison(new TrialSettings(small.subject(), load, small.measurement()), FakePrograms.all(), Progress.NONE).run();
    }

    private static RateFound found(Results results) {
        return results.trials().getFirst().measured().capacity();
    }

    /** One request at a time that takes 20 ms: 50/s are its end, and 100 ms leave room for a queue of four. */
    @Test
    void theRateOfAServiceThatAnswersOneAtATimeIsFoundAndOneThatAnswersAllCarriesAtLeastTheMostThatIsOffered() throws Exception {
        try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Results> steady = beside.submit(() -> search("steady"));
            Results results = search("narrow");

            RateFound narrow = found(results);
            assertThat(narrow.kind()).isEqualTo(RateFound.Kind.FOUND);
            assertThat(narrow.perSecond()).isBetween(30.0, 50.0);
            assertThat(narrow.windows()).anyMatch(RateFound.Window::ramp).filteredOn(window -> !window.ramp()).hasSizeBetween(2, 6);
            assertThat(narrow.beyond().during().ratePerSecond()).isEqualTo(1.2 * narrow.perSecond());
            assertThat(results.trials().getFirst().measured().counts().offeredPerSecond())
                    .isCloseTo(0.8 * narrow.perSecond(), Percentage.withPercentage(10));
            assertThat(found(steady.get()).kind()).isEqualTo(RateFound.Kind.AT_LEAST);
            assertThat(found(steady.get()).perSecond()).isEqualTo(MAX_PER_SECOND);
            assertThat(Conclusion.of(ComparisonTable.of(steady.get(), out)).headline()).startsWith("steady carries at least 67.5/s");
        }
    }
}
