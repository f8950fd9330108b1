package io.birdseye.loadtest.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Other tests must not lose a thread meanwhile: there is one handler for all. */
@Isolated
class LostThreadsTest {

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final LostThreads lost = new LostThreads(new PrintStream(screen, true, UTF_8));

    private void lose(Runnable work) throws InterruptedException {
        Thread thread = Thread.ofPlatform().name("selector").uncaughtExceptionHandler(lost).start(work);
        thread.join();
    }

    @Test
    void theFirstThreadThatEndedExplainsWhatFailsLater() throws Exception {
        assertThat(lost.addition()).isEmpty();

        lose(() -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        lose(() -> {
            throw new IllegalStateException("a consequence");
        });

        assertThat(lost.addition()).isEqualTo(" (a thread of this command ended before: "
                + "java.lang.OutOfMemoryError: unable to create native thread)");
        assertThat(screen.toString(UTF_8).lines())
                .startsWith(
                        "birdseye: thread selector ended: java.lang.OutOfMemoryError: unable to create native thread",
                        "birdseye: thread selector ended: java.lang.IllegalStateException: a consequence")
                .anyMatch(line -> line.startsWith("\tat "));
    }

    @Test
    void aServiceThatDoesNotAnswerIsExplainedByALostThread() throws Exception {
        Thread.UncaughtExceptionHandler former = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler(lost);
        try (ServiceClient nobody = new ServiceClient("http://127.0.0.1:1")) {
            assertThatThrownBy(() -> nobody.send("/strategies")).hasMessageEndingWith("ConnectException");
            lose(() -> {
                throw new OutOfMemoryError("unable to create native thread");
            });

            assertThatThrownBy(() -> nobody.send("/strategies"))
                    .isInstanceOf(TrialFailure.class)
                    .hasMessageStartingWith("service does not answer /strategies: ")
                    .hasMessageEndingWith("OutOfMemoryError: unable to create native thread)");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(former);
        }
    }
}
