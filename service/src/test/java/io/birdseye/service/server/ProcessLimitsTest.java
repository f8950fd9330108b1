package io.birdseye.service.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the limits of a process, such as a container's, do to the service: descriptors, and threads, of which {@code Thread.start} throws an error. */
class ProcessLimitsTest {

    @Test
    void aFewAreKeptBackAndConnectionsGetThreeQuartersOfTheRest() {
        Descriptors few = Descriptors.of(256, 80, 20_000);

        assertThat(few.isScarce()).isTrue();
        assertThat(few.left()).isEqualTo(112);
        assertThat(few.connections()).isEqualTo(84);
        assertThat(few).hasToString("of 256 descriptors (ulimit -n) 112 are for connections, at most 84, and upstream calls");
    }

    @Test
    void whereThereArePlentyTheSettingDecides() {
        Descriptors plenty = Descriptors.of(1_000_000, 80, 20_000);

        assertThat(plenty.isScarce()).isFalse();
        assertThat(plenty.connections()).isEqualTo(20_000);
        assertThat(Descriptors.of(Long.MAX_VALUE, 0, 20_000).connections()).isEqualTo(20_000);
    }

    @Test
    void noneIsTakenBeyondTheSumUntilOneIsGivenBack() {
        Descriptors few = Descriptors.of(160, 80, 20_000);
        for (int i = 0; i < 16; i++) {
            assertThat(few.tryTake()).isTrue();
        }

        assertThat(few.tryTake()).isFalse();
        assertThat(few.left()).isZero();
        few.release();
        assertThat(few.tryTake()).isTrue();
    }

    /** Idle connections to upstreams once took the place of files from which classes are loaded. */
    @Test
    void whatIsHeldIdleIsGivenUpWhenADescriptorIsTakenThatHasNoRoomBesideIt() {
        Descriptors few = Descriptors.of(160, 80, 20_000);
        AtomicInteger idle = new AtomicInteger(14);
        few.heldBy(idle::get, () -> idle.set(0));

        assertThat(few.tryTake()).isTrue();
        assertThat(few.tryTake()).isTrue();
        assertThat(idle).hasValue(14);
        assertThat(few.tryTake()).isTrue();
        assertThat(idle).hasValue(0);
    }

    @Test
    void tooFewToServeARequestIsSaid() {
        assertThatThrownBy(() -> Descriptors.of(100, 80, 20_000))
                .hasMessage("this process may hold 100 descriptors (ulimit -n), holds 80, and needs 160 to serve requests");
    }

    private static final String WORDS =
            "unable to create native thread: possibly out of memory or process/resource limits reached";

    private final List<Runnable> waiting = new ArrayList<>();
    private final AtomicInteger allowed = new AtomicInteger();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            1, 2, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                if (allowed.getAndDecrement() <= 0) {
                    throw new OutOfMemoryError(WORDS);
                }
                return new Thread(task);
            },
            (task, full) -> waiting.add(task));

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    @Test
    void aRequestWaitsForTheThreadsThatThereAre() {
        allowed.set(1);
        Runnable second = () -> {};
        Admission.execute(pool, ProcessLimitsTest::awaitInterrupt);
        Admission.execute(pool, second);

        assertThat(waiting).containsExactly(second);
    }

    private static void awaitInterrupt() {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void withoutAnyThreadARequestIsRefused() {
        assertThatThrownBy(() -> Admission.execute(pool, () -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(waiting).isEmpty();
    }

    @Test
    void aStrategyThatGetsNoThreadRefusesItsRequest() {
        Problem problem = Problem.of(new CompletionException(new OutOfMemoryError(WORDS)));

        assertThat(problem.status()).isEqualTo(503);
        assertThat(problem.headers()).containsKey("Retry-After");
        assertThat(Problem.isRefusal(new OutOfMemoryError(WORDS))).isTrue();
    }
}
