package io.birdseye.experiments.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every child here is a real JVM. */
class ExperimentRunnerTest {

    @TempDir
    private Path folder;

    /** Records its own process id, its heap and what it was told. */
    public record Working(int told) implements Probe {
        @Override
        public void measure(ProbeContext context) {
            context.record("pid", (double) ProcessHandle.current().pid());
            context.record("heapMb", (double) (Runtime.getRuntime().maxMemory() >> 20));
            context.record("told", told);
            context.record("manyMs", 1);
            context.record("manyMs", 9);
            context.record("manyMs", 2);
            context.reached("peak", 3);
            context.reached("peak", 7);
            context.reached("peak", 5);
        }
    }

    /** Records a figure, and does not come to its end. */
    public record Unfinished(What what) implements Probe {

        public enum What {
            FAILS,
            /** Ends the JVM as a crash would. */
            CRASHES,
            RUNS_OUT_OF_HEAP,
            /** With a process that it has started. */
            HANGS
        }

        @Override
        public void measure(ProbeContext context) throws Exception {
            context.record("before", 1);
            switch (what) {
                case FAILS -> throw new IllegalStateException("the reason");
                case CRASHES -> Runtime.getRuntime().halt(134);
                case RUNS_OUT_OF_HEAP -> {
                    List<byte[]> all = new ArrayList<>();
                    while (true) {
                        all.add(new byte[1 << 20]);
                        context.reached("megabytes", all.size());
                    }
                }
                case HANGS -> {
                    context.record("grandchild", (double) new ProcessBuilder("sleep", "60").start().pid());
                    new CountDownLatch(1).await();
                }
            }
        }
    }

    /** Cannot be done anywhere. */
    public record Impossible() implements Probe {
        @Override
        public void measure(ProbeContext context) throws NotPossible {
            throw new NotPossible("needs 9 of them, and there are 3");
        }
    }

    /** Asks the upstream server. */
    public record Calling() implements Probe {
        @Override
        public void measure(ProbeContext context) throws Exception {
            try (HttpClient client = HttpClient.newHttpClient()) {
                var request = HttpRequest.newBuilder(URI.create(context.urlOfAnswerAfter(1))).build();
                context.record("status", client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
            }
        }
    }

    @Test
    void everyRunIsAFreshJvmWithItsOwnHeapAndMediansOfItsFigures() throws Exception {
        Experiment experiment = Experiment.of(new Working(42)).named("a/working").heap(64).runs(2);

        List<Run> runs = measure(experiment);

        assertThat(runs).hasSize(2).allSatisfy(run -> {
            assertThat(run.ending()).isEqualTo(Run.Ending.FINISHED);
            assertThat(run.metrics()).containsEntry("told", 42.0).containsEntry("manyMs", 2.0).containsEntry("peak",
                    7.0);
            assertThat(run.metrics().get("heapMb")).isBetween(40.0, 64.0);
        });
        assertThat(runs.get(0).metrics().get("pid")).isNotEqualTo(runs.get(1).metrics().get("pid"));
    }

    @ParameterizedTest
    @CsvSource({"FAILS, the reason", "CRASHES, 134", "RUNS_OUT_OF_HEAP, OutOfMemoryError"})
    void aDeathIsAResultWithItsReasonAndWhatWasMeasuredBefore(Unfinished.What what, String reason) throws Exception {
        Run run = measure(Experiment.of(new Unfinished(what)).named("a/death").heap(32)).getFirst();

        assertThat(run.ending()).isEqualTo(Run.Ending.DIED);
        assertThat(run.detail()).contains(reason);
        assertThat(run.metrics()).containsEntry("before", 1.0);
        assertThat(run.metrics().getOrDefault("megabytes", 0.0)).isLessThan(32);
    }

    @Test
    void aHangIsStoppedAtItsLimitWithEverythingItStarted() throws Exception {
        Run run = measure(Experiment.of(new Unfinished(Unfinished.What.HANGS)).named("a/hanging").takes(1, 4)).getFirst();

        assertThat(run.ending()).isEqualTo(Run.Ending.TIMED_OUT);
        assertThat(run.detail()).isEqualTo("stopped after 4 s");
        Optional<ProcessHandle> left = ProcessHandle.of(run.metrics().get("grandchild").longValue());
        if (left.isPresent()) {
            assertThat(left.get().onExit()).succeedsWithin(Duration.ofSeconds(20));
        }
    }

    @Test
    void whatAProbeCannotDoIsNotPossibleAndNotTriedAgain() throws Exception {
        Experiment experiment = Experiment.of(new Impossible()).named("a/impossible").runs(3);

        assertThat(measure(experiment)).containsExactly(Run.notPossible("needs 9 of them, and there are 3"));
    }

    @Test
    void whatTheMachineDoesNotHaveIsNotPossibleWithTheNumbersAndTheRestGoesOn() throws Exception {
        Experiment huge = Experiment.of(new Working(1)).named("a/huge").needs(new Needs(Long.MAX_VALUE, 0, 0, 0));
        Experiment small = Experiment.of(new Working(1)).named("a/small")
                .needs(new Needs(1 << 20, 1 << 20, 20, 20));
        try (var runner = new ExperimentRunner(folder)) {
            runner.measure(List.of(huge, small), Progress.NONE);
            Measurements measured = runner.measured(List.of(huge, small));

            assertThatThrownBy(() -> measured.of(huge))
                    .isInstanceOf(Unmeasured.class)
                    .hasMessageContaining("MB of free memory");
            assertThat(measured.of(small)).extracting(Run::ending).containsExactly(Run.Ending.FINISHED);
        }
    }

    @Test
    void whatIsMeasuredIsKeptAndOnlyTheRestIsMeasuredAgain() throws Exception {
        Experiment one = Experiment.of(new Working(1)).named("a/working");
        double first = measure(one).getFirst().metrics().get("pid");

        List<Run> more = measure(one.runs(2));
        List<Run> changed = measure(Experiment.of(new Working(2)).named("a/working"));

        assertThat(more).hasSize(2);
        assertThat(more.getFirst().metrics()).containsEntry("pid", first);
        assertThat(changed).hasSize(1);
        assertThat(changed.getFirst().metrics()).containsEntry("told", 2.0);
    }

    @Test
    void experimentsThatCallAreGivenTheUpstreamServer() throws Exception {
        assertThat(measure(Experiment.of(new Calling()).named("a/calling").withUpstream()).getFirst().metrics())
                .containsEntry("status", 200.0);
    }

    @Test
    void anUpstreamServerThatDoesNotStartIsReported() throws Exception {
        Experiment experiment = Experiment.of(new Calling()).named("a/calling").withUpstream();
        try (var runner = new ExperimentRunner(folder, "no.such.Main")) {
            runner.measure(List.of(experiment), Progress.NONE);

            Run run = runner.measured(List.of(experiment)).of(experiment).getFirst();
            assertThat(run.ending()).isEqualTo(Run.Ending.DIED);
            assertThat(run.detail()).contains("upstream server");
        }
    }

    @Test
    void aFileThatIsDroppedFromTheCacheIsStillTheSame() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "content");

        Posix.dropFromCache(file);

        assertThat(file).hasContent("content");
        assertThatThrownBy(() -> Posix.dropFromCache(folder.resolve("none"))).isInstanceOf(NotPossible.class);
    }

    @Test
    void aFolderIsForOneRunAtATimeAndForOneMachine() throws Exception {
        try (var _ = new ExperimentRunner(folder)) {
            assertThatThrownBy(() -> new ExperimentRunner(folder))
                    .isInstanceOf(FolderRefused.class)
                    .hasMessageContaining("is in use by another run");
        }
        Path recorded = folder.resolve("points/settings.json");
        Files.writeString(recorded, Files.readString(recorded).replaceFirst("\"cores\" : \\d+", "\"cores\" : 1024"));

        assertThatThrownBy(() -> new ExperimentRunner(folder))
                .isInstanceOf(FolderRefused.class)
                .hasMessageContaining("cores was 1024, is ");
    }

    private List<Run> measure(Experiment experiment) throws IOException, FolderRefused, InterruptedException {
        try (var runner = new ExperimentRunner(folder)) {
            runner.measure(List.of(experiment), Progress.NONE);
            return runner.kept(experiment);
        }
    }
}
