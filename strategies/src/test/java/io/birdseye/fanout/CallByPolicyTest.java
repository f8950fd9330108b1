package io.birdseye.fanout;

import static io.birdseye.fanout.TestPlans.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.birdseye.fanout.UpstreamFailure.Kind;
import io.birdseye.model.CallPolicy.Pool;
import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.process.ServiceUse.SharedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CallByPolicyTest {

    private static final Duration SHORT = Duration.ofMillis(20);

    private final FakeUpstream upstream = new FakeUpstream();
    private final Concurrency concurrency = new Concurrency();
    private final CountDownLatch ignored = new CountDownLatch(1);

    enum Client {
        BLOCKING,
        NON_BLOCKING;

        CompletableFuture<Body> make(FanOut.Call call) {
            if (this == NON_BLOCKING) {
                return call.fetchAsync().toCompletableFuture();
            }
            CompletableFuture<Body> body = new CompletableFuture<>();
            Thread.ofVirtual().name("caller").start(() -> {
                try {
                    body.complete(call.fetch());
                } catch (Throwable e) {
                    body.completeExceptionally(e);
                }
            });
            return body;
        }
    }

    private InstrumentedFanOut work(Plan plan) {
        return TestPlans.fanOut(plan, upstream, concurrency);
    }

    private static FanOut.Call first(InstrumentedFanOut work) {
        return work.calls().getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void theLinksOfAChainAreTasksEachReadyWhenTheOneBeforeHasEnded(Client client) throws Exception {
        InstrumentedFanOut work = work(TestPlans.ofCalls(call("a", CallPolicy.ONCE, call("b", CallPolicy.ONCE, call("c", CallPolicy.ONCE, null)))));

        Body body = client.make(first(work)).get(60, SECONDS);

        assertThat(body.chain()).extracting(Body::upstream).containsExactly("a", "b", "c");
        List<TaskTiming> timings = work.timings();
        assertThat(timings).extracting(TaskTiming::name).containsExactly("a", "b", "c");
        assertThat(timings.get(1).readyNanos()).isEqualTo(timings.get(0).endNanos());
        assertThat(timings.get(2).readyNanos()).isEqualTo(timings.get(1).endNanos());
        assertThat(concurrency.io().peak()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatIsNotMadeEndsItsChainAndTakesNoTime(Client client) throws Exception {
        CallPolicy never = new CallPolicy(0, null, null, Retry.NEVER);
        InstrumentedFanOut work = work(TestPlans.ofCalls(call("a", CallPolicy.ONCE, call("b", never, call("c", CallPolicy.ONCE, null))), call("d", never, null)));

        assertThat(client.make(first(work)).get(60, SECONDS).chain()).extracting(Body::upstream).containsExactly("a");
        assertThat(client.make(work.calls().get(1)).get(60, SECONDS).chain()).isEmpty();
        assertThat(work.timings()).extracting(TaskTiming::name).containsExactly("a");
    }

    @Test
    void aCallIsMadeInItsShareOfTheRequests() throws Exception {
        Plan plan = TestPlans.ofCalls(call("a", new CallPolicy(0.4, null, null, Retry.NEVER), null));
        int made = 0;
        for (int i = 0; i < 1_000; i++) {
            made += first(work(plan)).fetch().chain().size();
        }
        // Six standard deviations about 400.
        assertThat(made).isBetween(307, 493);
    }

    static Stream<Arguments> failures() {
        Retry twice = new Retry(2, Set.of(Retry.TIMEOUT, Retry.CONNECTION, "503"));
        return Stream.of(
                        Arguments.of("a status that is tried again", twice, UpstreamFailure.ofStatus("a", 503), 3),
                        Arguments.of("another status", twice, UpstreamFailure.ofStatus("a", 500), 1),
                        Arguments.of("no connection", twice, new UpstreamFailure("a", Kind.CONNECT, ""), 3),
                        Arguments.of("a broken connection", twice, new UpstreamFailure("a", Kind.RESET, ""), 3),
                        Arguments.of("a late answer", twice, new UpstreamFailure("a", Kind.TIMEOUT, ""), 3),
                        Arguments.of("an empty answer", twice, new UpstreamFailure("a", Kind.EMPTY, ""), 1),
                        Arguments.of("a failure of ours", twice, new IllegalStateException(), 1),
                        Arguments.of("never again", Retry.NEVER, UpstreamFailure.ofStatus("a", 503), 1))
                .flatMap(row -> Stream.of(Client.values())
                        .map(client -> Arguments.of(client, row.get()[0], row.get()[1], row.get()[2], row.get()[3])));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("failures")
    void aCallIsMadeAgainAfterTheFailuresThatItNames(
            Client client, String name, Retry retry, RuntimeException failure, int attempts) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        upstream.when("a", cancellation -> {
            if (calls.incrementAndGet() <= 2) {
                throw failure;
            }
            return "[]".getBytes(UTF_8);
        });
        InstrumentedFanOut work = work(TestPlans.ofCalls(call("a", new CallPolicy(1, new Pool("db", 1, null), null, retry), null)));

        CompletableFuture<Body> body = client.make(first(work));

        if (attempts == 3) {
            assertThat(body.get(60, SECONDS).upstream()).isEqualTo("a");
            assertThat(work.cancellation().isCancelled()).as("the request is given up").isFalse();
        } else {
            assertThat(catchThrowable(() -> body.get(60, SECONDS))).rootCause().isSameAs(failure);
            assertThat(work.cancellation().cause()).isSameAs(failure);
        }
        assertThat(work.timings().getFirst().attempts().made()).isEqualTo(attempts);
        assertThat(concurrency.io().running()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aLateAttemptIsAbortedAndTheLastOneFailsTheRequest(Client client) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        upstream.when("a", cancellation -> calls.incrementAndGet() == 2
                ? "[]".getBytes(UTF_8) : FakeUpstream.stall(ignored).answer(cancellation));
        Plan plan = TestPlans.ofCalls(call("a", new CallPolicy(1, null, SHORT, Retry.times(1)), null));

        InstrumentedFanOut saved = work(plan);
        assertThat(client.make(first(saved)).get(60, SECONDS).bytes()).hasSize(2);
        assertThat(saved.timings().getFirst().attempts()).returns(2, TaskTiming.Attempts::made).returns(1, TaskTiming.Attempts::timeouts);

        InstrumentedFanOut lost = work(plan);
        assertThat(catchThrowable(() -> client.make(first(lost)).get(60, SECONDS))).rootCause()
                .isInstanceOfSatisfying(UpstreamFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT))
                .hasMessageContaining("within 20ms");
        assertThat(lost.cancellation().isCancelled()).isTrue();
        assertThat(upstream.inProgress()).isZero();
        assertThat(lost.timings().getFirst().attempts().timeouts()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsTooLongForThePoolFailsAndIsNotMadeAgain(Client client) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        upstream.when("a", FakeUpstream.stall(started));
        Plan plan = TestPlans.ofCalls(call("a", new CallPolicy(1, new Pool("db", 1, SHORT), null, Retry.times(5)), null));
        InstrumentedFanOut holder = work(plan);
        CompletableFuture<Body> held = client.make(first(holder));
        started.await();

        InstrumentedFanOut late = work(plan);
        assertThat(catchThrowable(() -> client.make(first(late)).get(60, SECONDS))).rootCause()
                .isInstanceOfSatisfying(UpstreamFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.POOL))
                .hasMessageContaining("no place in pool 'db' (1) within 20ms");

        TaskTiming.Attempts attempts = late.timings().getFirst().attempts();
        assertThat(attempts.made()).isZero();
        assertThat(attempts.poolNanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
        assertThat(concurrency.io().peak()).as("who waits is not on the wire").isEqualTo(1);
        holder.cancellation().cancel(new DeadlineExceeded(SHORT));
        assertThat(catchThrowable(() -> held.get(60, SECONDS))).rootCause().isInstanceOf(DeadlineExceeded.class);
        CallPool db = plan.pools().get("db");
        await(() -> db.running() == 0 && db.waiting() == 0);
        assertThat(db.use()).returns(2L, SharedPool::calls).returns(1L, SharedPool::waited).returns(1L, SharedPool::gaveUp);
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsLeavesTheQueue() throws Exception {
        CallPool pool = new CallPool(new Pool("db", 1, null));
        CallPool.Place place = pool.take("a", new Cancellation());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiter = Thread.ofPlatform().start(() -> thrown.set(catchThrowable(() -> pool.take("b", new Cancellation()))));
        await(() -> pool.waiting() == 1);

        waiter.interrupt();
        waiter.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(pool.waiting()).isZero();
        place.close();
        pool.take("c", new Cancellation()).close();
        assertThat(pool.running()).isZero();
    }

    @Test
    void placesAreTakenInTheOrderInWhichCallsCame() {
        CallPool pool = new CallPool(new Pool("db", 1, null));
        CallPool.Place first = pool.ask("a", new Cancellation()).join();
        Cancellation gone = new Cancellation();
        List<CompletableFuture<CallPool.Place>> waiting =
                Stream.of(new Cancellation(), gone, new Cancellation()).map(request -> pool.ask("b", request)).toList();

        gone.cancel(new DeadlineExceeded(SHORT));
        first.close();

        assertThat(waiting.get(0)).isCompleted();
        assertThat(waiting.get(1)).isCompletedExceptionally();
        assertThat(waiting.get(2)).isNotDone();
        waiting.get(0).join().close();
        assertThat(waiting.get(2)).isCompleted();
    }

    /** Everything that can end a call, at random moments: no place is ever lost. */
    @Test
    void noPlaceIsLostHoweverCallsEnd() throws Exception {
        Random random = new Random(57);
        upstream.when("a", cancellation -> switch (random.nextInt(6)) {
            case 0 -> throw UpstreamFailure.ofStatus("a", 503);
            case 1 -> throw new StackOverflowError();
            case 2 -> FakeUpstream.stall(ignored).answer(cancellation);
            case 3 -> new byte[0];
            default -> "[]".getBytes(UTF_8);
        });
        Pool db = new Pool("db", 3, Duration.ofMillis(3));
        CallPolicy policy = new CallPolicy(1, db, Duration.ofMillis(1), Retry.times(1));
        Plan plan = TestPlans.ofCalls(call("a", policy, call("a", policy, null)));
        CallPool pool = plan.pools().get("db");
        List<CompletableFuture<?>> ends = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            InstrumentedFanOut work = work(plan);
            if (i % 2 == 0) {
                ends.add(first(work).fetchAsync().toCompletableFuture());
            } else {
                CompletableFuture<Void> end = new CompletableFuture<>();
                ends.add(end);
                Thread caller = Thread.ofVirtual().start(() -> {
                    try {
                        first(work).fetch();
                    } catch (Throwable e) {
                        assertThat(e).isInstanceOfAny(UpstreamFailure.class, TaskError.class, DeadlineExceeded.class, InterruptedException.class);
                    } finally {
                        end.complete(null);
                    }
                });
                if (random.nextInt(4) == 0) {
                    caller.interrupt();
                }
            }
            if (random.nextInt(4) == 0) {
                work.cancellation().cancel(new DeadlineExceeded(SHORT));
            }
            if (random.nextInt(10) == 0) {
                LockSupport.parkNanos(200_000);
            }
        }
        for (CompletableFuture<?> end : ends) {
            assertThat(end.handle((body, failure) -> "ended").get(60, SECONDS)).isEqualTo("ended");
        }
        await(() -> pool.running() == 0 && pool.waiting() == 0);
        assertThat(pool.use().peak()).isEqualTo(3);
        assertThat(pool.use().gaveUp()).isPositive();
        assertThat(concurrency.io().running()).isZero();
        List<CallPool.Place> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(pool.ask("b", new Cancellation()).getNow(null));
        }
        assertThat(all).doesNotContainNull();
        var _ = pool.ask("b", new Cancellation());
        assertThat(pool.running()).as("places taken by four calls").isEqualTo(3);
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(100_000);
        }
    }
}
