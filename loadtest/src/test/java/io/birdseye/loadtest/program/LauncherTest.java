package io.birdseye.loadtest.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildrenTest {

    private static final List<String> SLEEPER = List.of("sleep", "60");

    @TempDir
    private Path folder;

    @Test
    void nothingIsStartedOnceAllAreBeingEnded() throws Exception {
        Children children = new Children();
        ChildProcess first = children.start("first", SLEEPER, folder.resolve("first.log"));
        children.close();

        assertThat(first.alive()).isFalse();
        assertThatThrownBy(() -> children.start("second", SLEEPER, folder.resolve("second.log")))
                .isInstanceOf(TrialFailure.class)
                .hasMessage("second is not started: the comparison is being ended");
        assertThat(sleepers()).isZero();
    }

    /** What a shutdown hook meets: the thread that starts programs does not stop for it. */
    @Test
    void whatIsStartedWhileAllAreBeingEndedEndsToo() throws Exception {
        for (int round = 0; round < 20; round++) {
            Children children = new Children();
            CountDownLatch started = new CountDownLatch(1);
            Thread starter = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 1_000; i++) {
                        children.start("sleeper", SLEEPER, folder.resolve("sleeper.log"));
                        started.countDown();
                    }
                } catch (TrialFailure e) {
                    // It has been told that all are being ended.
                }
            });
            started.await();
            children.close();
            starter.join();

            assertThat(sleepers()).as("round %d", round).isZero();
        }
    }

    private static long sleepers() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }
}
