package io.birdseye.strategy;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.birdseye.fanout.CallPool;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.fanout.TestPlans;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Budget;
import io.birdseye.model.process.ServiceUse.SharedPool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every strategy promises, in whatever module it lives. A module runs it over its own catalog. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StrategyContract extends ErrorContract {

    private static final List<Shape> SHAPES = List.of(Shape.TWO_BY_TWO, Shape.of(1), Shape.of(8), Shape.of(1, 2, 3));
    private static final Budget BUDGET = new Budget(8, 2, 64);

    protected StrategyContract(StrategyCatalog catalog) {
        super(catalog.entries());
    }

    Stream<Arguments> strategiesAndShapes() {
        return strategies().flatMap(strategy -> SHAPES.stream().map(shape -> Arguments.of(strategy, shape)));
    }

    @ParameterizedTest
    @MethodSource("strategiesAndShapes")
    void aFanOutOfAnyShapeIsAnsweredAndEachTaskRunsOnceAndNotBeforeWhatItNeeds(StrategyEntry entry, Shape shape) throws Exception {
        try (Strategy strategy = entry.create(BUDGET, shape)) {
            InstrumentedFanOut work = TestPlans.fanOut(shape, new FakeUpstream(), new Concurrency());

            assertThat(Contracts.text(Host.start(strategy, work))).isEqualTo(TestPlans.answerOf(shape));
            assertThat(work.timings()).hasSize(shape.calls() + shape.groups() + 1).allSatisfy(task -> {
                assertThat(task.runs()).isEqualTo(1);
                assertThat(task.readyNanos()).isBetween(0L, task.startNanos());
                assertThat(task.thread()).isNotEmpty();
                assertThat(task.kind() == TaskTiming.Kind.COMBINE && task.thread().startsWith("fake-network"))
                        .as("a combination on a thread of the client").isFalse();
            });
            assertThat(work.timings().getLast().kind()).isEqualTo(TaskTiming.Kind.JOIN);
        }
    }

    @ParameterizedTest
    @MethodSource("strategiesAndShapes")
    void theSmallestBudgetIsEnough(StrategyEntry entry, Shape shape) throws Exception {
        Concurrency concurrency = new Concurrency();
        try (Strategy strategy = entry.create(new Budget(1, 1, 1), shape)) {
            for (int i = 0; i < 3; i++) {
                InstrumentedFanOut work = TestPlans.fanOut(shape, new FakeUpstream(), concurrency);

                assertThat(Contracts.text(Host.start(strategy, work))).isEqualTo(TestPlans.answerOf(shape));
            }
        }
        assertThat(concurrency.io().peak()).isEqualTo(1);
        assertThat(concurrency.cpu().peak()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void callsInTurnOptionalOnesPoolsTimeoutsAndSecondAttemptsAreNoConcernOfAStrategy(StrategyEntry entry) throws Exception {
        Plan plan = TestPlans.ofPolicies();
        CallPool db = plan.pools().get("db");
        FakeUpstream upstream = new FakeUpstream().when("user", firstRefusing(new AtomicInteger()));
        int requests = many(entry, 8);
        try (Strategy strategy = entry.create(BUDGET, plan.shape())) {
            List<InstrumentedFanOut> works =
                    Stream.generate(() -> TestPlans.fanOut(plan, upstream, new Concurrency())).limit(requests).toList();
            List<CompletableFuture<Overview>> answers = works.stream().map(work -> Host.start(strategy, work)).toList();

            for (CompletableFuture<Overview> answer : answers) {
                assertThat(Contracts.text(answer)).isEqualTo(TestPlans.POLICIES_ANSWER);
            }
            assertThat(works).allSatisfy(work -> assertThat(work.timings()).extracting(TaskTiming::name)
                    .containsExactly("user", "orders", "plain", "pooled", "g0", "g1", "join"));
            assertThat(works.stream().mapToInt(work -> work.timings().getFirst().attempts().made()).sum()).isEqualTo(requests + 1);
            assertThat(db.use()).returns(2L * requests, SharedPool::calls).returns(1, SharedPool::peak).returns(0L, SharedPool::gaveUp);
            Contracts.await("no place is taken", () -> db.running() == 0);
        }
    }

    private static FakeUpstream.Script firstRefusing(AtomicInteger calls) {
        return cancellation -> {
            if (calls.getAndIncrement() == 0) {
                throw UpstreamFailure.ofStatus("user", 503);
            }
            return "\"user\"".getBytes(StandardCharsets.UTF_8);
        };
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void requestsGivenUpWhileTheirCallsWaitForAPoolLeaveNoPlaceTaken(StrategyEntry entry) throws Exception {
        Plan plan = TestPlans.ofPolicies();
        CallPool db = plan.pools().get("db");
        FakeUpstream stalling = new FakeUpstream();
        List.of("user", "pooled").forEach(call -> stalling.when(call, FakeUpstream.stall(new CountDownLatch(1))));
        try (Strategy strategy = entry.create(BUDGET, plan.shape())) {
            List<InstrumentedFanOut> works =
                    Stream.generate(() -> TestPlans.fanOut(plan, stalling, new Concurrency())).limit(many(entry, 4)).toList();
            List<CompletableFuture<Overview>> answers = works.stream().map(work -> Host.start(strategy, work)).toList();
            Contracts.await("a call holds the place", () -> db.running() == 1 && stalling.inProgress() > 0);

            works.forEach(work -> work.cancellation().cancel(new DeadlineExceeded(Duration.ofSeconds(1))));

            Contracts.await("all have ended", () -> answers.stream().allMatch(CompletableFuture::isDone));
            Contracts.await("no place is taken, and nobody waits", () -> db.running() == 0 && db.waiting() == 0);
            assertThat(Contracts.text(Host.start(strategy, TestPlans.fanOut(plan, new FakeUpstream(), new Concurrency()))))
                    .isEqualTo(TestPlans.POLICIES_ANSWER);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void parallelStrategiesPutAllCallsOnTheWireAtOnce(StrategyEntry entry) throws Exception {
        boolean parallel = isParallel(entry);
        CountDownLatch allStarted = new CountDownLatch(parallel ? 4 : 1);
        FakeUpstream upstream = new FakeUpstream();
        for (String call : List.of("g0c0", "g0c1", "g1c0", "g1c1")) {
            upstream.when(call, cancellation -> {
                allStarted.countDown();
                assertThat(allStarted.await(60, SECONDS)).as("the other calls have started").isTrue();
                return new byte[] {'1'};
            });
        }
        Concurrency concurrency = new Concurrency();
        try (Strategy strategy = entry.create(BUDGET, Shape.TWO_BY_TWO)) {
            Contracts.text(Host.start(strategy, TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, concurrency)));
        }
        assertThat(concurrency.io().peak()).isEqualTo(parallel ? 4 : 1);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void oneFailingUpstreamFailsTheRequestAndTheNextOneSucceeds(StrategyEntry entry) throws Exception {
        for (String failing : List.of("g0c0", "g0c1", "g1c0", "g1c1")) {
            try (Strategy strategy = entry.create(BUDGET, Shape.TWO_BY_TWO)) {
                FakeUpstream upstream = new FakeUpstream().when(failing, FakeUpstream.fail(failing));

                Throwable failure = failure(strategy, upstream);

                assertThat(failure)
                        .isInstanceOfSatisfying(
                                UpstreamFailure.class, e -> assertThat(e.upstream()).isEqualTo(failing));
                assertThat(Contracts.answerTo(strategy)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void ofTwoFailuresTheFirstIsTheCauseAndTheSecondSuppressed(StrategyEntry entry) throws Exception {
        if (!isParallel(entry)) {
            return; // the second call never starts
        }
        CountDownLatch bothStarted = new CountDownLatch(2);
        CountDownLatch firstHasFailed = new CountDownLatch(1);
        FakeUpstream upstream = new FakeUpstream()
                .when("g0c0", cancellation -> {
                    bothStarted.countDown();
                    bothStarted.await();
                    throw new UpstreamFailure("g0c0", UpstreamFailure.Kind.STATUS, "first");
                }).when("g1c1", cancellation -> {
                    cancellation.onCancel(firstHasFailed::countDown);
                    bothStarted.countDown();
                    Contracts.awaitUninterruptibly(firstHasFailed); // its own failure is on the way already
                    throw new UpstreamFailure("g1c1", UpstreamFailure.Kind.STATUS, "second");
                });
        String stderr = Stderr.during(() -> {
            try (Strategy strategy = entry.create(BUDGET, Shape.TWO_BY_TWO)) {
                Throwable failure = failure(strategy, upstream);

                assertThat(failure).hasMessageContaining("first");
                Contracts.await("the second is suppressed on the first", () -> Stream.of(failure.getSuppressed())
                        .anyMatch(e -> e.getMessage().contains("second")));
            }
        });
        assertThat(stderr).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aStalledUpstreamIsGivenUpAtTheDeadline(StrategyEntry entry) throws Exception {
        try (Strategy strategy = entry.create(BUDGET, Shape.TWO_BY_TWO)) {
            CountDownLatch started = new CountDownLatch(1);
            FakeUpstream upstream = new FakeUpstream().when("g1c1", FakeUpstream.stall(started));
            InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency());
            CompletableFuture<Overview> answer = Host.start(strategy, work);
            started.await();

            work.cancellation().cancel(new DeadlineExceeded(Duration.ofSeconds(1)));

            // The host answers 504 by itself; what it needs from the strategy is an end.
            assertThat(catchThrowable(() -> answer.get(60, SECONDS)).getCause())
                    .isInstanceOfAny(DeadlineExceeded.class, InterruptedException.class);
            Contracts.await("no call is on the wire", () -> upstream.inProgress() == 0);
            assertThat(Contracts.answerTo(strategy)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void manyRequestsStayWithinTheBudgetOnTheThreadsThatItDeclares(StrategyEntry entry) throws Exception {
        Budget budget = new Budget(5, 2, 64);
        Concurrency concurrency = new Concurrency();
        Set<Thread> before = LiveThreads.platform();
        try (Strategy strategy = entry.create(budget, Shape.TWO_BY_TWO)) {
            List<CompletableFuture<Overview>> answers = new ArrayList<>();
            for (int i = 0; i < many(entry, 40); i++) {
                answers.add(Host.start(strategy, TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), concurrency)));
            }
            for (CompletableFuture<Overview> answer : answers) {
                assertThat(Contracts.text(answer)).isEqualTo(TestPlans.answerOf(Shape.TWO_BY_TWO));
            }
            Map<String, Integer> declared = entry.threadsByPool(budget);
            // A virtual thread that has completed the answer may still be ending; a pool that is not declared stays.
            Contracts.await("there are no threads but those of " + declared.keySet(),
                    () -> declared.keySet().containsAll(threadsByPool(before).keySet()));

            Map<String, Long> byPool = threadsByPool(before);
            assertThat(byPool).containsOnlyKeys(declared.keySet());
            byPool.forEach((pool, threads) ->
                    assertThat(threads).as(pool).isLessThanOrEqualTo(declared.get(pool).longValue()));
        }
        assertThat(concurrency.io().peak()).isLessThanOrEqualTo(budget.ioConcurrency());
        assertThat(concurrency.cpu().peak()).isLessThanOrEqualTo(budget.cpuConcurrency());
        assertThat(concurrency.io().running()).isZero();
        assertThat(concurrency.cpu().running()).isZero();
    }

    private static Map<String, Long> threadsByPool(Set<Thread> before) {
        return Contracts.newThreads(before).stream()
                .map(name -> name.replaceFirst("-\\d+( .*)?$", ""))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void theWaiterFitsThePoolsAndTheKindOfStrategy(StrategyEntry entry) {
        StrategyInfo info = entry.info();

        if (info.waiter() == StrategyInfo.Waiter.POOL_THREAD) {
            boolean ofTheJvm = info.pools().length == 0;
            assertThat(ofTheJvm).isEqualTo(info.hiddenLimit().contains("ForkJoinPool.commonPool()"));
        }
        if (info.waiter() == StrategyInfo.Waiter.HTTP_THREAD) {
            assertThat(entry.blocksHttpThread()).isTrue();
        }
    }

    private static boolean isParallel(StrategyEntry entry) {
        return !entry.topology(BUDGET, Shape.TWO_BY_TWO).callsInTurn();
    }

    private static Throwable failure(Strategy strategy, FakeUpstream upstream) {
        InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency());
        return catchThrowable(() -> Host.start(strategy, work).get(60, SECONDS)).getCause();
    }
}
