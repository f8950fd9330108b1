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
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** What the contract tests share. */
final class Contracts {

    /** A part of a test that is watched. */
    @FunctionalInterface
    interface Part {
        void run() throws Exception;
    }

    private Contracts() {}

    static InstrumentedFanOut healthy() {
        return TestPlans.fanOut(Shape.TWO_BY_TWO, new FakeUpstream(), new Concurrency());
    }

    static String answerTo(Strategy strategy) throws Exception {
        return text(Host.start(strategy, healthy()));
    }

    static String text(CompletableFuture<Overview> answer) throws Exception {
        return new String(answer.get(60, SECONDS).json(), UTF_8);
    }

    /** What is printed on stderr meanwhile. */
    static String stderrOf(Part part) throws Exception {
        PrintStream stderr = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, UTF_8));
        try {
            part.run();
        } finally {
            System.setErr(stderr);
        }
        return captured.toString(UTF_8);
    }

    /** Waits for what other threads are about to do; the limit is there for a hang only. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.onSpinWait();
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

    /** Live threads that are neither in the set, nor the host's, nor the JDK's carriers of virtual threads. */
    static Set<String> newThreads(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .map(Thread::getName)
                .filter(name -> !name.startsWith("ForkJoinPool") && !name.startsWith("host-http"))
                .filter(name -> !name.startsWith("VirtualThread-unparker"))
                .collect(Collectors.toSet());
    }
}
