package io.birdseye.strategy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the contract tests share. */
final class Contracts {

    private Contracts() {}

    static InstrumentedFanOut healthy() {
        return TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), new Concurrency());
    }

    /** Loads the classes of a library that start threads which never end. */
    static void startsThreadsForGood(StrategyEntry entry) throws Exception {
        try (Strategy strategy = entry.create(new Budget(4, 2, 64), Shape.TWO_BY_TWO)) {
            assertThat(answerTo(strategy)).isNotEmpty();
        }
    }

    static String answerTo(Strategy strategy) throws Exception {
        return text(Host.start(strategy, healthy()));
    }

    static String text(CompletableFuture<Overview> answer) throws Exception {
        return new String(answer.get(60, SECONDS).json(), UTF_8);
    }

    /** Waits for what other threads are about to do; the limit is there for a hang only. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(100_000);
        }
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // A library may interrupt the siblings of a failed call; this one is past caring.
            }
        }
    }

    /** Live threads that are neither in the set, nor the host's, nor the upstream's, nor those with which the JDK runs virtual threads. */
    static Set<String> newThreads(Set<Thread> before) {
        Stream<String> platform = LiveThreads.platform().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                // The JVM's own ones come and go as they like.
                .filter(name -> !name.startsWith("host-http") && !name.startsWith("ForkJoinPool.commonPool-"));
        Stream<String> virtual = LiveThreads.virtual().stream().filter(name -> !name.equals("fake-network"));
        return Stream.concat(platform, virtual).collect(Collectors.toSet());
    }
}
