package io.birdseye.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.TaskTiming.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Made-up traces, in nanoseconds. */
class CriticalPathTest {

    @Test
    void ofCallsAndCombinationsSideBySideOnlyTheSlowestCounts() {
        List<TaskTiming> tasks = List.of(
                io("posts", 0, 0, 200), io("comments", 0, 10, 190), io("albums", 0, 0, 150), io("photos", 0, 40, 250),
                cpu("posts", Kind.COMBINE, 200, 205, 220, 15), cpu("albums", Kind.COMBINE, 250, 253, 300, 47),
                cpu("join", Kind.JOIN, 300, 301, 302, 1));

        CriticalPath path = CriticalPath.of(tasks, 310, 0, 0);

        assertThat(path).isEqualTo(new CriticalPath(40 + 3 + 1 + 8, 210, 47 + 1, 0, 0));
        assertThat(sum(path)).isEqualTo(310);
    }

    /** Of calls that follow one another each is on the path. */
    @Test
    void callsInTurnAddUp() {
        List<TaskTiming> tasks = List.of(
                io("posts", 0, 2, 100), io("comments", 100, 103, 200),
                cpu("posts", Kind.COMBINE, 200, 200, 230, 30), cpu("join", Kind.JOIN, 230, 230, 231, 1));

        assertThat(CriticalPath.of(tasks, 231, 0, 0)).isEqualTo(new CriticalPath(2 + 3, 98 + 97, 31, 0, 0));
    }

    @Test
    void whatAThreadDidNotRunAndWasNotStoppedItWaitedForACore() {
        List<TaskTiming> tasks = List.of(
                io("posts", 0, 0, 100),
                new TaskTiming("posts", Kind.COMBINE, 100, 100, 200, "t", 1, 30, 0, 50),
                new TaskTiming("join", Kind.JOIN, 200, 200, 210, "t", 1, 10, 50, 50));

        assertThat(CriticalPath.of(tasks, 210, 0, 50)).isEqualTo(new CriticalPath(0, 100, 30 + 10, 20, 50));
    }

    @Test
    void aPauseWhileATaskWaitsForAThreadIsThePausesAndOneOnTheWireIsNot() {
        List<TaskTiming> tasks = List.of(
                new TaskTiming("posts", Kind.IO, 0, 30, 100, "t", 1, -1, 20, 60),
                new TaskTiming("posts", Kind.COMBINE, 100, 150, 160, "t", 1, 10, 75, 75),
                new TaskTiming("join", Kind.JOIN, 160, 160, 160, "t", 1, 0, 75, 75));

        // Stopped for 20 before the call, 40 beside it, and 15 before the combination.
        assertThat(CriticalPath.of(tasks, 160, 0, 75)).isEqualTo(new CriticalPath(10 + 35, 70, 10, 0, 20 + 15));
    }

    /** Pauses are known in milliseconds, and CPU time has a clock of its own: both may say more than the task took. */
    @Test
    void aPartIsNeverLongerThanTheTask() {
        List<TaskTiming> tasks = List.of(
                io("posts", 0, 0, 100),
                new TaskTiming("posts", Kind.COMBINE, 100, 100, 130, "t", 1, 900, 0, 0),
                new TaskTiming("join", Kind.JOIN, 130, 130, 150, "t", 1, 20, 0, 1_000));

        CriticalPath path = CriticalPath.of(tasks, 150, 0, 1_000);

        assertThat(path).isEqualTo(new CriticalPath(0, 100, 30, 0, 20));
        assertThat(sum(path)).isEqualTo(150);
    }

    @Test
    void whereCpuTimeIsNotKnownOfATaskWaitingForACoreIsNotKnownAtAll() {
        List<TaskTiming> tasks = List.of(
                io("posts", 0, 0, 100),
                new TaskTiming("posts", Kind.COMBINE, 100, 100, 130, "t", 1, RunClock.UNKNOWN, 0, 0),
                cpu("join", Kind.JOIN, 130, 130, 150, 5));

        assertThat(CriticalPath.of(tasks, 150, 0, 0)).isEqualTo(new CriticalPath(0, 100, 50, RunClock.UNKNOWN, 0));
    }

    @Test
    void tasksWithoutDurationDoNotKeepTheWalkFromItsEnd() {
        List<TaskTiming> tasks = List.of(
                io("posts", 0, 0, 0), cpu("posts", Kind.COMBINE, 0, 0, 0, 0), cpu("join", Kind.JOIN, 0, 0, 0, 0));

        assertThat(sum(CriticalPath.of(tasks, 7, 0, 0))).isEqualTo(7);
    }

    @Test
    void aRealRequestAddsUpToItsTime() throws Exception {
        InstrumentedFanOut work = TestPlans.fanOut(Shape.of(2, 1), new FakeUpstream(), new Concurrency());
        List<Part> parts = work.groups().stream()
                .map(group -> group.combine(group.calls().stream().map(FanOut.Call::fetchUnchecked).toList()))
                .toList();
        work.join(parts);
        long before = System.nanoTime();

        CriticalPath path = work.criticalPath(work.timings(true));

        long joined = work.timings(true).getLast().endNanos();
        assertThat(sum(path)).isBetween(joined, joined + System.nanoTime() - before + 50_000_000);
        assertThat(path.coreNanos()).as("without a clock").isEqualTo(RunClock.UNKNOWN);
    }

    private static long sum(CriticalPath path) {
        return path.queueNanos() + path.ioNanos() + path.cpuNanos() + Math.max(0, path.coreNanos()) + path.stoppedNanos();
    }

    private static TaskTiming io(String name, long ready, long start, long end) {
        return new TaskTiming(name, Kind.IO, ready, start, end, "t", 1, RunClock.UNKNOWN, 0, 0);
    }

    private static TaskTiming cpu(String name, Kind kind, long ready, long start, long end, long ran) {
        return new TaskTiming(name, kind, ready, start, end, "t", 1, ran, 0, 0);
    }
}
