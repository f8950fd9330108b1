package io.birdseye.service.testing;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Origin;
import io.birdseye.strategy.StrategyInfo.Waiter;
import io.birdseye.strategy.StrategyInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Strategies that no host should have to put up with. */
public final class TestStrategies implements StrategyCatalog {

    /** Of tests that tell a strategy what to do, which is the same for all services of the JVM. */
    public static final String LOCK = "test strategies";

    private static final AtomicReference<CountDownLatch> STUBBORN = new AtomicReference<>(new CountDownLatch(0));

    private static final Set<Mortal> MORTALS = ConcurrentHashMap.newKeySet();

    /** From now on a request to {@code test-stubborn} holds its thread until this latch is open, and no shorter. */
    public static void holdStubborn(CountDownLatch until) {
        STUBBORN.set(until);
    }

    @Override
    public List<StrategyEntry> entries() {
        return List.of(
                of(Cheat.class, Cheat::new), of(Stubborn.class, Stubborn::new), of(Full.class, Full::new),
                of(Broken.class, Broken::new), of(Silent.class, Silent::new), of(Mortal.class, Mortal::new));
    }

    /** All running instances of {@code test-mortal} are down from now on. */
    public static void killMortals() {
        MORTALS.forEach(mortal -> mortal.dead = true);
    }

    private abstract static class Threadless {

        public void close() {}
    }

    /** Starts all its calls at once, whatever its budget is. */
    @StrategyInfo(name = "test-cheat", summary = "takes more than its budget", waits = "nobody",
            waiter = Waiter.NOBODY, source = "the tests", origin = Origin.TODAY)
    static final class Cheat extends Threadless implements Strategy.Async {

        Cheat(Budget budget) {}

        @Override
        public CompletionStage<Overview> run(FanOut work) {
            work.calls().forEach(FanOut.Call::fetchAsync);
            return CompletableFuture.failedFuture(new Overloaded("it has done what it came for"));
        }
    }

    /** Holds its thread until the test lets it go, whatever it is told meanwhile. */
    @StrategyInfo(name = "test-stubborn", summary = "takes no notice of an interrupt", waits = "the HTTP thread",
            waiter = Waiter.HTTP_THREAD, source = "the tests", origin = Origin.TODAY)
    static final class Stubborn extends Threadless implements Strategy.Blocking {

        Stubborn(Budget budget) {}

        @Override
        public Overview run(FanOut work) {
            CountDownLatch held = STUBBORN.get();
            while (held.getCount() > 0) {
                LockSupport.parkNanos(10_000_000); // It takes no notice of an interrupt.
                boolean ignored = Thread.interrupted();
            }
            return new Overview("{}".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @StrategyInfo(name = "test-full", summary = "has no room", waits = "nobody",
            waiter = Waiter.NOBODY, source = "the tests", origin = Origin.TODAY)
    static final class Full extends Threadless implements Strategy.Async {

        Full(Budget budget) {}

        @Override
        public CompletionStage<Overview> run(FanOut work) {
            throw new Overloaded("the ring is full");
        }
    }

    @StrategyInfo(name = "test-broken", summary = "has a bug", waits = "the HTTP thread",
            waiter = Waiter.HTTP_THREAD, source = "the tests", origin = Origin.TODAY)
    static final class Broken extends Threadless implements Strategy.Blocking {

        Broken(Budget budget) {}

        @Override
        public Overview run(FanOut work) {
            throw new IllegalStateException("a secret of the implementation");
        }
    }

    /** Answers until it is down; then it answers nothing. */
    @StrategyInfo(name = "test-mortal", summary = "can be down", waits = "nobody",
            waiter = Waiter.NOBODY, source = "the tests", origin = Origin.TODAY)
    static final class Mortal implements Strategy.Async {

        private volatile boolean dead;

        Mortal(Budget budget) {
            MORTALS.add(this);
        }

        @Override
        public CompletionStage<Overview> run(FanOut work) {
            return dead
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(new Overview("{}".getBytes(StandardCharsets.US_ASCII)));
        }

        @Override
        public Optional<String> down() {
            return dead ? Optional.of("it was killed by a test") : Optional.empty();
        }

        @Override
        public void close() {
            MORTALS.remove(this);
        }
    }

    @StrategyInfo(name = "test-silent", summary = "never completes", waits = "nobody",
            waiter = Waiter.NOBODY, source = "the tests", origin = Origin.TODAY)
    static final class Silent extends Threadless implements Strategy.Async {

        Silent(Budget budget) {}

        @Override
        public CompletionStage<Overview> run(FanOut work) {
            return new CompletableFuture<>();
        }
    }
}
