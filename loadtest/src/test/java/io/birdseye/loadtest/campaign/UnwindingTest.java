package io.birdseye.loadtest.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UnwindingTest {

    @Test
    void whenTheJvmIsEndedTheFaultIsTakenBackBeforeItIsGone() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        CompletableFuture<Unwinding> begun = new CompletableFuture<>();
        Thread campaign = Thread.ofPlatform().start(() -> {
            try (Unwinding unwinding = new Unwinding(Duration.ofMinutes(1))) {
                try {
                    begun.complete(unwinding);
                    new CountDownLatch(1).await();
                } finally {
                    done.add("unmounted");
                }
            } catch (InterruptedException e) {
                done.add("interrupted");
            }
        });

        begun.get().end();

        assertThat(done).contains("unmounted");
        campaign.join();
        assertThat(done).containsExactly("unmounted", "interrupted");
    }

    @Test
    void oneThatDoesNotEndHoldsTheJvmForABoundedTime() {
        try (Unwinding unwinding = new Unwinding(Duration.ofMillis(1))) {
            unwinding.end();

            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
