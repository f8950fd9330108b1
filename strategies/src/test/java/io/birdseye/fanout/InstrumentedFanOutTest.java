package io.birdseye.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.birdseye.fanout.TaskTiming.Kind;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InstrumentedFanOutTest {

    private final FakeUpstream upstream = new FakeUpstream();
    private final Concurrency concurrency = new Concurrency();
    private final InstrumentedFanOut work = TestPlans.fanOut(Shape.of(2), upstream, concurrency);
    private final FanOut.Group group = work.groups().getFirst();

    /** The first call of a request made in turn was once reported as queueing of the second. */
    @Test
    void whereTasksFollowOneAnotherEachIsReadyWhenTheOneBeforeHasEnded() throws Exception {
        FanOut.Call one = group.calls().get(0);
        FanOut.Call two = group.calls().get(1);
        List<Body> bodies = List.of(one.fetch(), two.fetch());
        work.join(List.of(group.combine(bodies)));

        List<TaskTiming> timings = work.timings(true);

        assertThat(timings.getFirst().readyNanos()).isZero();
        for (int task = 1; task < timings.size(); task++) {
            assertThat(timings.get(task).readyNanos()).isEqualTo(timings.get(task - 1).endNanos());
        }
        assertThat(timings).extracting(TaskTiming::startNanos).isEqualTo(
                work.timings().stream().map(TaskTiming::startNanos).toList());
    }

    @Test
    void aTaskThatRunsBesideAnotherDoesNotWaitForIt() {
        TaskTiming first = task("a", TaskTiming.Kind.IO, 0, 10, 300, "t1", 1, -1, 0, 0);
        TaskTiming beside = task("b", TaskTiming.Kind.IO, 0, 200, 400, "t2", 1, -1, 0, 0);
        TaskTiming after = task("c", TaskTiming.Kind.IO, 0, 350, 500, "t1", 1, -1, 0, 0);
        List<TaskTiming> all = List.of(first, beside, after);

        assertThat(beside.behind(all).queueNanos()).isEqualTo(200);
        assertThat(after.behind(all).queueNanos()).as("from the end of the first").isEqualTo(50);
        assertThat(first.behind(all)).isEqualTo(first);
    }

    @Test
    void aCombinationIsReadyWhenTheLastOfItsCallsHasEnded() throws Exception {
        Body first = group.calls().get(0).fetch();
        Body second = group.calls().get(1).fetch();
        work.join(List.of(group.combine(List.of(first, second))));

        List<TaskTiming> timings = work.timings();

        assertThat(timings).extracting(TaskTiming::name).containsExactly("g0c0", "g0c1", "g0", "join");
        assertThat(timings.get(1).readyNanos()).isZero();
        assertThat(timings.get(1).startNanos()).isGreaterThanOrEqualTo(timings.get(0).endNanos());
        assertThat(timings.get(2).readyNanos()).isEqualTo(timings.get(1).endNanos());
        assertThat(timings.get(3).readyNanos()).isEqualTo(timings.get(2).endNanos());
    }

    @Test
    void anEmptyBodyIsAFailureOfItsUpstream() {
        upstream.when("g0c1", cancellation -> new byte[0]);

        assertThatThrownBy(() -> group.calls().get(1).fetch())
                .isInstanceOfSatisfying(UpstreamFailure.class, failure -> {
                    assertThat(failure.upstream()).isEqualTo("g0c1");
                    assertThat(failure.kind()).isEqualTo(UpstreamFailure.Kind.EMPTY);
                });
        assertThatThrownBy(() -> group.calls().get(0).fetchAsync().toCompletableFuture().join())
                .isInstanceOf(CompletionException.class).hasRootCauseInstanceOf(UpstreamFailure.class);
    }

    @Test
    void afterAFailureEveryOtherTaskFailsWithThatFailure() {
        upstream.when("g0c0", FakeUpstream.fail("g0c0"));
        assertThatThrownBy(() -> group.calls().get(0).fetch()).hasMessageContaining("'g0c0'");

        assertThatThrownBy(() -> group.calls().get(1).fetch()).hasMessageContaining("'g0c0'");
        assertThatThrownBy(() -> group.combine(List.of())).hasMessageContaining("'g0c0'");
        assertThatThrownBy(() -> work.join(List.of())).hasMessageContaining("'g0c0'");
        assertThat(concurrency.io().running()).isZero();
        assertThat(concurrency.cpu().running()).isZero();
    }

    @Test
    void anErrorOfATaskIsAnExceptionThatEndsTheRequest() {
        Error error = new OutOfMemoryError("Java heap space");
        upstream.when("g0c0", cancellation -> {
            throw error;
        });

        assertThatThrownBy(() -> group.calls().get(0).fetch()).isInstanceOf(TaskError.class).hasCause(error);

        assertThat(work.cancellation().cause()).isInstanceOf(TaskError.class).hasCause(error);
        assertThat(concurrency.io().running()).isZero();
        assertThatThrownBy(() -> group.combine(List.of())).isSameAs(work.cancellation().cause());
    }

    @Test
    void anErrorOfACallThatHoldsNoThreadIsTheSameException() {
        upstream.when("g0c0", cancellation -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> group.calls().get(0).fetchAsync().toCompletableFuture().join())
                .hasCauseInstanceOf(TaskError.class).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(work.cancellation().cause()).isInstanceOf(TaskError.class);
        assertThat(concurrency.io().running()).isZero();
    }

    @Test
    void aBodyThatArrivesAfterTheEndOfTheRequestIsNoAnswer() {
        upstream.when("g0c0", cancellation -> {
            work.cancellation().cancel(new IllegalStateException("the client has left"));
            return new byte[] {'1'};
        });

        assertThatThrownBy(() -> {
                    Body body = group.calls().get(0).fetch();
                    group.combine(List.of(body, body));
                })
                .hasMessage("the client has left");
    }

    @Test
    void anUpstreamThatThrowsBeforeTheCallStartsHasEndedToo() {
        InstrumentedFanOut refused = TestPlans.fanOut(
                Shape.of(2), new Upstream() {
                    @Override
                    public Body fetch(Plan.CallPlan call, Cancellation cancellation) {
                        throw new IllegalStateException("the client is closed");
                    }

                    @Override
                    public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
                        throw new IllegalStateException("the client is closed");
                    }
                },
                concurrency);

        CompletionStage<Body> answer = refused.groups().getFirst().calls().getFirst().fetchAsync();

        assertThatThrownBy(() -> answer.toCompletableFuture().join())
                .isInstanceOf(CompletionException.class).hasRootCauseMessage("the client is closed");
        assertThat(concurrency.io().running()).isZero();
        assertThat(refused.timings()).extracting(TaskTiming::name).containsExactly("g0c0");
        assertThat(refused.cancellation().cause()).hasMessage("the client is closed");
    }

    static Stream<Arguments> paths() {
        return Stream.of(
                arguments("of calls and combinations side by side only the slowest counts", 310, 0,
                        new CriticalPath(40 + 3 + 1 + 8, 210, 47 + 1, 0, 0), List.of(
                                io(0, 0, 200), io(0, 10, 190), io(0, 0, 150), io(0, 40, 250), cpu("posts", 200, 205, 220, 15),
                                cpu("albums", 250, 253, 300, 47), join(300, 301, 302, 1))),
                arguments("of calls that follow one another each is on the path", 231, 0,
                        new CriticalPath(2 + 3, 98 + 97, 31, 0, 0),
                        List.of(io(0, 2, 100), io(100, 103, 200), cpu("posts", 200, 200, 230, 30), join(230, 230, 231, 1))),
                arguments("what a thread did not run and was not stopped, it waited for a core", 210, 50,
                        new CriticalPath(0, 100, 30 + 10, 20, 50), List.of(
                                io(0, 0, 100), task("posts", Kind.COMBINE, 100, 100, 200, "t", 1, 30, 0, 50),
                                task("join", Kind.JOIN, 200, 200, 210, "t", 1, 10, 50, 50))),
                // Stopped for 20 before the call, 40 beside it, and 15 before the combination.
                arguments("a pause while a task waits for a thread is the pause's, and one on the wire is not", 160, 75,
                        new CriticalPath(10 + 35, 70, 10, 0, 20 + 15), List.of(
                                task("posts", Kind.IO, 0, 30, 100, "t", 1, -1, 20, 60),
                                task("posts", Kind.COMBINE, 100, 150, 160, "t", 1, 10, 75, 75),
                                task("join", Kind.JOIN, 160, 160, 160, "t", 1, 0, 75, 75))),
                // Pauses are known in milliseconds, and CPU time has a clock of its own.
                arguments("a part is never longer than the task", 150, 1_000, new CriticalPath(0, 100, 30, 0, 20), List.of(
                        io(0, 0, 100), cpu("posts", 100, 100, 130, 900),
                        task("join", Kind.JOIN, 130, 130, 150, "t", 1, 20, 0, 1_000))),
                arguments("where CPU time is not known of a task, waiting for a core is not known at all", 150, 0,
                        new CriticalPath(0, 100, 50, RunClock.UNKNOWN, 0),
                        List.of(io(0, 0, 100), cpu("posts", 100, 100, 130, RunClock.UNKNOWN), join(130, 130, 150, 5))),
                arguments("tasks without duration do not keep the walk from its end", 7, 0, new CriticalPath(7, 0, 0, 0, 0),
                        List.of(io(0, 0, 0), cpu("posts", 0, 0, 0, 0), join(0, 0, 0, 0))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("paths")
    void eachMomentBelongsToOnePartOfTheCriticalPath(
            String name, long end, long stopped, CriticalPath expected, List<TaskTiming> tasks) {
        assertThat(CriticalPath.of(tasks, end, 0, stopped)).isEqualTo(expected);
        assertThat(sum(expected)).isEqualTo(end);
    }

    @Test
    void aRealRequestAddsUpToItsTime() throws Exception {
        InstrumentedFanOut work = TestPlans.fanOut(Shape.of(2, 1), new FakeUpstream(), new Concurrency());
        List<Part> parts = work.groups().stream()
                .map(group -> group.combine(group.calls().stream().map(FanOut.Call::fetchUnchecked).toList())).toList();
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

    private static TaskTiming task(
            String name, Kind kind, long ready, long start, long end, String thread, int runs, long ran,
            long stoppedBefore, long stoppedAfter) {
        return new TaskTiming(
                name, kind, ready, start, end, thread, runs, ran, stoppedBefore, stoppedAfter, TaskTiming.Attempts.ONE);
    }

    private static TaskTiming io(long ready, long start, long end) {
        return task("call", Kind.IO, ready, start, end, "t", 1, RunClock.UNKNOWN, 0, 0);
    }

    private static TaskTiming cpu(String name, long ready, long start, long end, long ran) {
        return task(name, Kind.COMBINE, ready, start, end, "t", 1, ran, 0, 0);
    }

    private static TaskTiming join(long ready, long start, long end, long ran) {
        return task("join", Kind.JOIN, ready, start, end, "t", 1, ran, 0, 0);
    }

    private final Cancellation cancellation = new Cancellation();
    private final AtomicInteger aborts = new AtomicInteger();

    @Test
    void theFirstCauseWinsAndLaterOnesAreSuppressedOnIt() {
        RuntimeException first = new IllegalStateException("first");
        RuntimeException second = new IllegalStateException("second");

        cancellation.cancel(first);
        cancellation.cancel(second);
        cancellation.cancel(first);

        assertThat(cancellation.cause()).isSameAs(first).hasSuppressedException(second);
        assertThat(first.getSuppressed()).hasSize(1);
        assertThatThrownBy(cancellation::throwIfCancelled).isSameAs(first);
    }

    @Test
    void whatIsRegisteredIsAbortedOnceAndAtOnceIfItIsTooLateUnlessItHasEnded() {
        cancellation.onCancel(aborts::incrementAndGet);
        cancellation.onCancel(() -> aborts.addAndGet(100)).close();

        cancellation.cancel(new IllegalStateException());
        cancellation.cancel(new IllegalStateException());

        assertThat(aborts).hasValue(1);
        cancellation.onCancel(aborts::incrementAndGet);
        assertThat(aborts).hasValue(2);
    }

    @Test
    void aLiveRequestThrowsNothing() {
        assertThat(cancellation.isCancelled()).isFalse();
        assertThatCode(cancellation::throwIfCancelled).doesNotThrowAnyException();
    }

    @Test
    void anAbortThatFailsKeepsNoOtherFromBeingRun() {
        AtomicInteger aborted = new AtomicInteger();
        Error error = new OutOfMemoryError("Java heap space");
        for (int i = 0; i < 10; i++) {
            boolean fails = i % 2 == 0;
            cancellation.onCancel(() -> {
                aborted.incrementAndGet();
                if (fails) {
                    throw error;
                }
            });
        }
        RuntimeException reason = new IllegalStateException("the client has left");

        cancellation.cancel(reason);

        assertThat(aborted).hasValue(10);
        assertThat(reason.getSuppressed()).contains(error);
    }
}
