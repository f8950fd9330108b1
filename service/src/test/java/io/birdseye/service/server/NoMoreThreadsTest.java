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

/** What a limit of processes, such as a container's, does to a JVM: {@code Thread.start} throws an error. */
class NoMoreThreadsTest {

    private static final String WORDS =
            "unable to create native thread: possibly out of memory or process/resource limits reached";

    private final List<Runnable> waiting = new ArrayList<>();
    private final AtomicInteger allowed = new AtomicInteger();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            1, 2, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
            task -> {
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
        Admission.execute(pool, NoMoreThreadsTest::awaitInterrupt);
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
