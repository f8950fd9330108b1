package io.birdseye.experiments.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.experiments.RunRequest;
import io.birdseye.experiments.measure.Run.Ending;
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
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every child here is a real JVM. */
class ExperimentRunnerTest {

    @TempDir
    private Path folder;

    /** Records its own process id, its heap and what it was told. */
    public static final class Working implements Probe {
        @Override
        public void measure(ProbeContext context) {
            context.record("pid", (double) ProcessHandle.current().pid());
            context.record("heapMb", (double) (Runtime.getRuntime().maxMemory() >> 20));
            context.record("told", context.integer("told"));
            context.record("manyMs", 1);
            context.record("manyMs", 9);
            context.record("manyMs", 2);
            context.reached("peak", 3);
            context.reached("peak", 7);
            context.reached("peak", 5);
        }
    }

    /** Fails after its first figure. */
    public static final class Failing implements Probe {
        @Override
        public void measure(ProbeContext context) {
            context.record("before", 1);
            throw new IllegalStateException("the reason");
        }
    }

    /** Ends the JVM as a crash would. */
    public static final class Crashing implements Probe {
        @Override
        public void measure(ProbeContext context) {
            context.record("before", 1);
            Runtime.getRuntime().halt(134);
        }
    }

    /** Starts a process and hangs. */
    public static final class Hanging implements Probe {
        @Override
        public void measure(ProbeContext context) throws Exception {
            Process grandchild = new ProcessBuilder("sleep", "60").start();
            context.record("grandchild", (double) grandchild.pid());
            new CountDownLatch(1).await();
        }
    }

    /** Runs out of heap. */
    public static final class Hungry implements Probe {
        @Override
        public void measure(ProbeContext context) {
            List<byte[]> all = new ArrayList<>();
            while (true) {
                all.add(new byte[1 << 20]);
                context.reached("megabytes", all.size());
            }
        }
    }

    /** Cannot be done anywhere. */
    public static final class Impossible implements Probe {
        @Override
        public void measure(ProbeContext context) throws NotPossible {
            throw new NotPossible("needs 9 of them, and there are 3");
        }
    }

    /** Asks the upstream server. */
    public static final class Calling implements Probe {
        @Override
        public void measure(ProbeContext context) throws Exception {
            try (HttpClient client = HttpClient.newHttpClient()) {
                var request = HttpRequest.newBuilder(URI.create(context.text("upstream")
                        + "/users?delay=1ms")).build();
                context.record("status", client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
            }
        }
    }

    @Test
    void everyRunIsAFreshJvmWithItsOwnHeapAndMediansOfItsFigures() throws Exception {
        Experiment experiment = Experiment.of("a/working", Working.class).with("told", 42).heap(64).runs(2);

        List<Run> runs = measure(experiment);

        assertThat(runs).hasSize(2).allSatisfy(run -> {
            assertThat(run.ending()).isEqualTo(Ending.FINISHED);
            assertThat(run.metrics()).containsEntry("told", 42.0).containsEntry("manyMs", 2.0).containsEntry("peak",
                    7.0);
            assertThat(run.metrics().get("heapMb")).isBetween(40.0, 64.0);
        });
        assertThat(runs.get(0).metrics().get("pid")).isNotEqualTo(runs.get(1).metrics().get("pid"));
    }

    @Test
    void aFailureIsAResultWithItsReasonAndWhatWasMeasuredBefore() throws Exception {
        Run run = measure(Experiment.of("a/failing", Failing.class)).getFirst();

        assertThat(run.ending()).isEqualTo(Ending.DIED);
        assertThat(run.detail()).contains("the reason");
        assertThat(run.metrics()).containsEntry("before", 1.0);
    }

    @Test
    void aCrashIsAResult() throws Exception {
        Run run = measure(Experiment.of("a/crashing", Crashing.class)).getFirst();

        assertThat(run.ending()).isEqualTo(Ending.DIED);
        assertThat(run.detail()).contains("134");
        assertThat(run.metrics()).containsEntry("before", 1.0);
    }

    @Test
    void aHangIsStoppedAtItsLimitWithEverythingItStarted() throws Exception {
        Experiment experiment = Experiment.of("a/hanging", Hanging.class)
                .takes(Duration.ofSeconds(1), Duration.ofSeconds(4));

        Run run = measure(experiment).getFirst();

        assertThat(run.ending()).isEqualTo(Ending.TIMED_OUT);
        assertThat(run.detail()).isEqualTo("stopped after 4 s");
        long grandchild = run.metrics().get("grandchild").longValue();
        assertThat(ProcessHandle.of(grandchild).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    }

    @Test
    void memoryIsBounded() throws Exception {
        Run run = measure(Experiment.of("a/hungry", Hungry.class).heap(32)).getFirst();

        assertThat(run.ending()).isEqualTo(Ending.DIED);
        assertThat(run.detail()).contains("OutOfMemoryError");
        assertThat(run.metrics().get("megabytes")).isLessThan(32);
    }

    @Test
    void whatAProbeCannotDoIsNotPossibleAndNotTriedAgain() throws Exception {
        Experiment experiment = Experiment.of("a/impossible", Impossible.class).runs(3);

        assertThat(measure(experiment)).containsExactly(Run.notPossible("needs 9 of them, and there are 3"));
    }

    @Test
    void whatTheMachineDoesNotHaveIsNotPossibleWithTheNumbersAndTheRestGoesOn() throws Exception {
        Experiment huge = Experiment.of("a/huge", Working.class).needs(new Needs(Long.MAX_VALUE, 0, 0, 0));
        Experiment small = Experiment.of("a/small", Working.class)
                .with("told", 1)
                .needs(new Needs(1 << 20, 1 << 20, 20, 20));
        try (var runner = runner()) {
            runner.measure(List.of(huge, small), new ExperimentProgress() {});
            Measurements measured = runner.measured(List.of(huge, small));

            assertThatThrownBy(() -> measured.of(huge))
                    .isInstanceOf(Unmeasured.class)
                    .hasMessageContaining("MB of free memory");
            assertThat(measured.of(small)).extracting(Run::ending).containsExactly(Ending.FINISHED);
        }
    }

    @Test
    void whatIsMeasuredIsKeptAndOnlyTheRestIsMeasuredAgain() throws Exception {
        Experiment one = Experiment.of("a/working", Working.class).with("told", 1);
        double first = measure(one).getFirst().metrics().get("pid");

        List<Run> more = measure(one.runs(2));
        List<Run> changed = measure(one.with("told", 2));

        assertThat(more).hasSize(2);
        assertThat(more.getFirst().metrics()).containsEntry("pid", first);
        assertThat(changed).hasSize(1);
        assertThat(changed.getFirst().metrics()).containsEntry("told", 2.0);
    }

    @Test
    void experimentsThatCallAreGivenTheUpstreamServer() throws Exception {
        assertThat(measure(Experiment.of("a/calling", Calling.class).withUpstream()).getFirst().metrics())
                .containsEntry("status", 200.0);
    }

    @Test
    void anUpstreamServerThatDoesNotStartIsReported() throws Exception {
        Experiment experiment = Experiment.of("a/calling", Calling.class).withUpstream();
        try (var runner = new ExperimentRunner(folder, "no.such.Main", 1)) {
            runner.measure(List.of(experiment), new ExperimentProgress() {});

            Run run = runner.measured(List.of(experiment)).of(experiment).getFirst();
            assertThat(run.ending()).isEqualTo(Ending.DIED);
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

    private List<Run> measure(Experiment experiment) throws IOException, InterruptedException {
        try (var runner = runner()) {
            runner.measure(List.of(experiment), new ExperimentProgress() {});
            return new RunStore(folder.resolve("points")).load(experiment);
        }
    }

    private ExperimentRunner runner() throws IOException {
        return new ExperimentRunner(folder, RunRequest.MOCK_API, 1);
    }
}
