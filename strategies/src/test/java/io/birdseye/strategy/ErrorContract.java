package io.birdseye.strategy;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TaskError;
import io.birdseye.fanout.TestPlans;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Budget;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every strategy promises where a task fails or the machine has no room: one request ends and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ErrorContract extends QueueingContract {

    private static final Budget BUDGET = new Budget(4, 2, 64);

    /** More than any strategy has threads or permits with this budget, so that one lost with each error is noticed. */
    private static final int TIMES = 10;

    /** From none to more than any strategy has with this budget. */
    private static final int MAX_THREADS = 9;

    ErrorContract(List<StrategyEntry> strategies) {
        super(strategies);
    }

    Stream<Arguments> strategiesAndErrors() {
        return strategies().flatMap(strategy -> Stream.of(
                        new OutOfMemoryError("Java heap space"), new StackOverflowError(),
                        new NoClassDefFoundError("io/birdseye/Missing"))
                .map(error -> Arguments.of(strategy, error)));
    }

    Stream<Arguments> strategiesAndThreads() {
        return strategies().flatMap(strategy ->
                IntStream.range(0, MAX_THREADS).mapToObj(threads -> Arguments.of(strategy, threads)));
    }

    @ParameterizedTest
    @MethodSource("strategiesAndErrors")
    void anErrorInACallFailsItsRequestAndTheNextOneIsAnswered(StrategyEntry entry, Error error) throws Exception {
        FakeUpstream upstream = new FakeUpstream().when("g1c0", cancellation -> {
            throw error;
        });
        errorsThenAnAnswer(entry, error, TestPlans.ofShape(Shape.TWO_BY_TWO), upstream);
    }

    @ParameterizedTest
    @MethodSource("strategiesAndErrors")
    void anErrorInACombinationFailsItsRequestAndTheNextOneIsAnswered(StrategyEntry entry, Error error)
            throws Exception {
        Plan plan = new Plan(TestPlans.ofShape(Shape.TWO_BY_TWO).groups().stream()
                .map(group -> new Plan.GroupPlan(group.name(), group.calls(), (bodies, query) -> {
                    throw error;
                }))
                .toList());
        errorsThenAnAnswer(entry, error, plan, new FakeUpstream());
    }

    private static void errorsThenAnAnswer(StrategyEntry entry, Error error, Plan plan, FakeUpstream upstream)
            throws Exception {
        String stderr = Stderr.during(() -> {
            Concurrency concurrency = new Concurrency();
            try (Strategy strategy = entry.create(BUDGET, Shape.TWO_BY_TWO)) {
                for (int i = 0; i < TIMES; i++) {
                    InstrumentedFanOut work = new InstrumentedFanOut(
                            plan, upstream, TestPlans.query(), concurrency, new Cancellation());

                    Throwable failure = catchThrowable(() -> Host.start(strategy, work).get(60, SECONDS));

                    assertThat(failure.getCause()).isInstanceOf(TaskError.class).hasCause(error);
                }
                Contracts.await("no task is running", () -> concurrency.io().running() == 0
                        && concurrency.cpu().running() == 0);
                assertThat(strategy.down()).isEmpty();
                assertThat(Contracts.answerTo(strategy)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            }
        });
        assertThat(stderr).isEmpty();
    }

    Stream<Arguments> strategiesAndFailures() {
        return strategies().flatMap(strategy -> Stream.of(
                        new OutOfMemoryError("Java heap space"),
                        new UpstreamFailure("g0c1", UpstreamFailure.Kind.RESET, "the connection broke"))
                .map(failure -> Arguments.of(strategy, failure)));
    }

    @ParameterizedTest
    @MethodSource("strategiesAndFailures")
    void aFailureOrAnErrorAbortsTheSiblingsThatStillWait(StrategyEntry entry, Throwable failing) throws Exception {
        if (entry.topology(BUDGET, Shape.TWO_BY_TWO).callsInTurn()) {
            return; // one call at a time has no siblings on the wire
        }
        CountDownLatch othersWait = new CountDownLatch(3);
        FakeUpstream upstream = new FakeUpstream()
                .when("g0c0", FakeUpstream.stall(othersWait))
                .when("g1c0", FakeUpstream.stall(othersWait))
                .when("g1c1", FakeUpstream.stall(othersWait))
                .when("g0c1", cancellation -> {
                    othersWait.await();
                    if (failing instanceof Error error) {
                        throw error;
                    }
                    throw (UpstreamFailure) failing;
                });
        try (Strategy strategy = entry.create(BUDGET, Shape.TWO_BY_TWO)) {
            InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency());

            Throwable failure = catchThrowable(() -> Host.start(strategy, work).get(60, SECONDS)).getCause();

            assertThat(failure instanceof TaskError ? failure.getCause() : failure).isSameAs(failing);

            Contracts.await("no call is on the wire", () -> upstream.inProgress() == 0);
        }
    }

    /** Where the system gives so many threads and no more, for a while. */
    @ParameterizedTest
    @MethodSource("strategiesAndThreads")
    void withoutEnoughThreadsARequestIsAnsweredOrRefusedAndLaterOnesAreAnswered(StrategyEntry entry, int threads)
            throws Exception {
        Contracts.startsThreadsForGood(entry);
        Set<Thread> before = LiveThreads.platform();
        Strategy strategy;
        Concurrency concurrency = new Concurrency();
        try (ThreadsOnHand.Limit limit = ThreadsOnHand.only(threads)) {
            strategy = create(entry, before);
            if (strategy != null) {
                InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), concurrency);
                Throwable refused = catchThrowable(() -> assertThat(Contracts.text(Host.start(strategy, work)))
                        .isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO)));
                if (refused != null) {
                    assertRefusal(refused);
                }
            }
        }
        try (Strategy later = strategy == null ? entry.create(BUDGET, Shape.TWO_BY_TWO) : strategy) {
            for (int i = 0; i < many(entry, TIMES); i++) {
                assertThat(Contracts.answerTo(later)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            }
            Contracts.await("no call is on the wire", () -> concurrency.io().running() == 0);
        }
        Contracts.await("all threads of " + entry + " have ended", () -> Contracts.newThreads(before).isEmpty());
    }

    /** Null if it was refused; then it has left no thread behind. */
    private static Strategy create(StrategyEntry entry, Set<Thread> before) {
        try {
            return entry.create(BUDGET, Shape.TWO_BY_TWO);
        } catch (Throwable refused) {
            assertRefusal(refused);
            Contracts.await("it leaves no thread behind", () -> Contracts.newThreads(before).isEmpty());
            return null;
        }
    }

    /** What the service answers with 503. */
    private static void assertRefusal(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        assertThat(root).isInstanceOfAny(OutOfMemoryError.class, RejectedExecutionException.class, Overloaded.class);
    }
}
