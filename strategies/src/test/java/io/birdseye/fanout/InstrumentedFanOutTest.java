package io.birdseye.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

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
        TaskTiming first = new TaskTiming("a", TaskTiming.Kind.IO, 0, 10, 300, "t1", 1, -1, 0, 0);
        TaskTiming beside = new TaskTiming("b", TaskTiming.Kind.IO, 0, 200, 400, "t2", 1, -1, 0, 0);
        TaskTiming after = new TaskTiming("c", TaskTiming.Kind.IO, 0, 350, 500, "t1", 1, -1, 0, 0);
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
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(UpstreamFailure.class);
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
                .hasCauseInstanceOf(TaskError.class)
                .hasRootCauseInstanceOf(StackOverflowError.class);
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
                Shape.of(2),
                new Upstream() {
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
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("the client is closed");
        assertThat(concurrency.io().running()).isZero();
        assertThat(refused.timings()).extracting(TaskTiming::name).containsExactly("g0c0");
        assertThat(refused.cancellation().cause()).hasMessage("the client is closed");
    }
}
