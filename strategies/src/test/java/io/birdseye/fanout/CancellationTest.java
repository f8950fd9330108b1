package io.birdseye.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellationTest {

    private final Cancellation cancellation = new Cancellation();
    private final AtomicInteger aborts = new AtomicInteger();

    @Test
    void theFirstCauseWinsAndLaterOnesAreSuppressedOnIt() {
        RuntimeException first = new IllegalStateException("first");
        RuntimeException second = new IllegalStateException("second");

        cancellation.cancel(first);
        cancellation.cancel(second);
        cancellation.cancel(first);

        assertThat(cancellation.cause()).isSameAs(first).hasSuppressedException(second);
        assertThat(first.getSuppressed()).hasSize(1);
        assertThatThrownBy(cancellation::throwIfCancelled).isSameAs(first);
    }

    @Test
    void whatIsRegisteredIsAbortedOnce() {
        cancellation.onCancel(aborts::incrementAndGet);

        cancellation.cancel(new IllegalStateException());
        cancellation.cancel(new IllegalStateException());

        assertThat(aborts).hasValue(1);
    }

    @Test
    void whatHasEndedItsRegistrationIsLeftAlone() {
        cancellation.onCancel(aborts::incrementAndGet).close();

        cancellation.cancel(new IllegalStateException());

        assertThat(aborts).hasValue(0);
    }

    @Test
    void whatRegistersTooLateIsAbortedAtOnce() {
        cancellation.cancel(new IllegalStateException());

        cancellation.onCancel(aborts::incrementAndGet);

        assertThat(aborts).hasValue(1);
    }

    @Test
    void aLiveRequestThrowsNothing() {
        assertThat(cancellation.isCancelled()).isFalse();
        assertThatCode(cancellation::throwIfCancelled).doesNotThrowAnyException();
    }

    @Test
    void anAbortThatFailsKeepsNoOtherFromBeingRun() {
        Cancellation cancellation = new Cancellation();
        AtomicInteger aborted = new AtomicInteger();
        Error error = new OutOfMemoryError("Java heap space");
        for (int i = 0; i < 10; i++) {
            boolean fails = i % 2 == 0;
            cancellation.onCancel(() -> {
                aborted.incrementAndGet();
                if (fails) {
                    throw error;
                }
            });
        }
        RuntimeException reason = new IllegalStateException("the client has left");

        cancellation.cancel(reason);

        assertThat(aborted).hasValue(10);
        assertThat(reason.getSuppressed()).contains(error);
    }
}
