package io.birdseye.loadtest.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.ParentProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

    /** Runs in a JVM of its own, and is killed: a shell that waits for a child, neither of which knows of us. */
    static final class Guarded {
        public static void main(String[] arguments) throws Exception {
            ParentProcess.endWithParent();
            Launcher launcher = new Launcher();
            Program shell = launcher.start(
                    Launch.logged("shell", List.of("sh", "-c", "sleep 600 & wait"), Path.of(arguments[0], "shell.log")));
            launcher.guard(shell.pid());
            List<ProcessHandle> children = List.of();
            while (children.isEmpty()) {
                Thread.onSpinWait();
                children = ProcessHandle.of(shell.pid()).orElseThrow().descendants().toList();
            }
            System.out.println(shell.pid() + " " + children.getFirst().pid());
            Thread.currentThread().join();
        }
    }

    @Test
    void aGuardedProgramAndItsChildrenEndAfterAKillOfTheOneThatStartedThem() throws Exception {
        Process starter = new ProcessBuilder(JavaProgram.ofThisClassPath(Guarded.class)
                        .command(JavaProgram.thisJava(), List.of("-Xmx64m"), List.of(folder.toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> family = Stream.of(starter.inputReader().readLine().split(" "))
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                .toList();

        starter.destroyForcibly().waitFor();

        assertThat(family).hasSize(2)
                .allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(20, TimeUnit.SECONDS));
    }

    private Launch sleeper(String name) {
        return Launch.logged(name, SLEEPER, folder.resolve(name + ".log"));
    }

    private static long sleepers() {
        return ProcessHandle.current().children().filter(ProcessHandle::isAlive).count();
    }
}
