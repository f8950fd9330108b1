package io.birdseye.loadtest.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {

    private static final List<String> SLEEPER = List.of("sleep", "60");

    @TempDir
    private Path folder;

    @Test
    void nothingIsStartedOnceAllAreBeingEnded() throws Exception {
        Launcher launcher = new Launcher();
        Program first = launcher.start(sleeper("first"));
        launcher.close();

        assertThat(first.alive()).isFalse();
        assertThatThrownBy(() -> launcher.start(sleeper("second")))
                .isInstanceOf(TrialFailure.class)
                .hasMessage("second is not started: the measurement is being ended");
        assertThat(sleepers()).isZero();
    }

    /** What a shutdown hook meets: the thread that starts programs does not stop for it. */
    @Test
    void whatIsStartedWhileAllAreBeingEndedEndsToo() throws Exception {
        for (int round = 0; round < 20; round++) {
            Launcher launcher = new Launcher();
            CountDownLatch started = new CountDownLatch(1);
            Thread starter = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 1_000; i++) {
                        launcher.start(sleeper("sleeper"));
                        started.countDown();
                    }
                } catch (TrialFailure e) {
                    // It has been told that all are being ended.
                }
            });
            started.await();
            launcher.close();
            starter.join();

            assertThat(sleepers()).as("round %d", round).isZero();
        }
    }

    private Launch sleeper(String name) {
        return Launch.logged(name, SLEEPER, folder.resolve(name + ".log"));
    }

    private static long sleepers() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }
}
