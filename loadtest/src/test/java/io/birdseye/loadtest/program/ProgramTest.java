package io.birdseye.loadtest.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.ParentProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProgramTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Program.Watch NOTHING = Program.Watch.NOTHING;
    private static final List<String> SLEEPER = List.of("sleep", "123");

    @TempDir
    private Path folder;

    private final Launcher launcher = new Launcher();

    @AfterEach
    void endAll() {
        launcher.close();
    }

    private Launch shell(String script) {
        return Launch.logged("program", List.of("sh", "-c", script), folder.resolve("program.log"));
    }

    private Program start(String script) throws TrialFailure {
        return launcher.start(shell(script));
    }

    @Test
    void linesBeforeTheAwaitedOneArePassedOverAndThoseAfterItAreKept() throws Exception {
        Program program = start("echo one; echo two >&2; echo three; sleep 60");

        assertThat(program.awaitLine(line -> line.startsWith("t"), "two", SOON, NOTHING)).isEqualTo("two");
        assertThat(program.awaitLine(line -> true, "three", SOON, NOTHING)).isEqualTo("three");
    }

    /** Such as a service with a plugin that prints for every request. */
    @Test
    void aProgramThatPrintsWithoutEndNeitherWaitsForAReaderNorFillsTheDisk() throws Exception {
        // What is printed while the file is emptied may be lost, so the last line comes when it has been.
        String emptied = "while [ $(stat -c %s " + folder.resolve("program.log") + ") -gt " + ProgramLog.MAX_BYTES + " ]; do :; done";
        Program program = start("echo ready; yes chatty | head -c 70000000; " + emptied + "; echo over; exit 3");

        assertThat(program.awaitLine("ready"::equals, "ready", SOON, NOTHING)).isEqualTo("ready");
        assertThat(program.awaitExit(SOON, NOTHING)).isEqualTo(3);
        program.close();

        assertThat(folder.resolve("program.log").toFile().length()).isLessThanOrEqualTo(ProgramLog.MAX_BYTES);
        assertThatThrownBy(program::requireAlive).hasMessage("program died with exit code 3: over");
    }

    @Test
    void aLineIsFoundBehindALongOutputAndBehindALineWithoutEnd() throws Exception {
        Program program = start("yes chatty | head -c 5000000; yes long | tr -d '\\n' | head -c 3000000; echo; echo found");

        assertThat(program.awaitLine("found"::equals, "found", SOON, NOTHING)).isEqualTo("found");
    }

    @Test
    void whatIsDeletedOfALongOutputIsSaidAndItsLastLinesStillExplainAnEnd() throws Exception {
        Path file = folder.resolve("long.log");
        ProgramLog log = new ProgramLog(file);
        String line = "0123456789abcde\n";
        Files.writeString(file, line.repeat(ProgramLog.MAX_BYTES / line.length()) + "out of memory\n");

        log.bound();
        assertThat(log.lastLines()).endsWith("out of memory");
        Files.writeString(file, "last\n", StandardOpenOption.APPEND);

        assertThat(file).hasContent("birdseye: 16777230 bytes of output were deleted before this line\nlast\n");
        assertThat(log.lastLines()).endsWith("out of memory", "last");
        assertThat(log.newLines(false)).endsWith("last");
    }

    @Test
    void aProgramThatEndsBeforeItsLineSaysWhy() throws Exception {
        Program program = start("echo starting; echo 'port is in use' >&2; printf '\\tat some.Frame\\n'; exit 3");

        assertThatThrownBy(() -> program.awaitLine("ready"::equals, "that it is ready", SOON, NOTHING))
                .isInstanceOf(TrialFailure.class)
                .hasMessage("program died with exit code 3: port is in use");
        assertThatThrownBy(program::requireAlive).hasMessageStartingWith("program died with exit code 3");
    }

    @Test
    void whatAJvmSaysOfItsOptionsExplainsNoEnd() throws Exception {
        Program program = start("echo 'NOTE: Picked up JDK_JAVA_OPTIONS: -Da=b';"
                + " echo 'Picked up JAVA_TOOL_OPTIONS: -Dc=d'; exit 3");

        assertThat(program.awaitExit(SOON, NOTHING)).isEqualTo(3);
        assertThatThrownBy(program::requireAlive).hasMessage("program died with exit code 3");
    }

    @Test
    void aProgramThatIsNotReadyInTimeIsToldWithItsLastLines() throws Exception {
        Program program = start("for i in 1 2 3 4; do echo line $i; done; sleep 60");
        String _ = program.awaitLine("line 4"::equals, "line 4", SOON, NOTHING);

        assertThatThrownBy(() -> program.awaitLine("ready"::equals, "that it is ready", Duration.ZERO, NOTHING))
                .hasMessage("program did not say within 0 s: that it is ready; its last lines: line 2 | line 3 | line 4");
    }

    @Test
    void theExitCodeOfAProgramIsReturnedAndEndingOtherwiseThanWithZeroIsAFailure() throws Exception {
        assertThat(start("exit 1").awaitExit(SOON, NOTHING)).isEqualTo(1);
        Program failing = start("echo no; exit 1");
        assertThatThrownBy(() -> failing.awaitEnd(SOON, NOTHING)).hasMessage("program died with exit code 1: no");
        Program slow = start("sleep 60");
        assertThatThrownBy(() -> slow.awaitEnd(Duration.ZERO, NOTHING)).hasMessage("program did not end within 0 s");
    }

    @Test
    void aWatchEndsTheWaiting() throws Exception {
        Program program = start("sleep 60");

        assertThatThrownBy(() -> program.awaitLine("ready"::equals, "that it is ready", SOON, () -> {
                    throw new TrialFailure("the other program died");
                }))
                .hasMessage("the other program died");
    }

    @Test
    void whatAProgramHasStartedEndsWithIt() throws Exception {
        Program program = start("sleep 61 & echo $!; wait");
        ProcessHandle grandchild = handle(program.awaitLine(line -> true, "a process id", SOON, NOTHING));

        program.close();

        assertThat(program.alive()).isFalse();
        assertThat(grandchild.onExit().get(10, TimeUnit.SECONDS).isAlive()).isFalse();
    }

    @Test
    void aServerIsReadyWhenItSaysSo() throws Exception {
        Program server = launcher.startServer(shell("echo first; echo 'program ready on http://127.0.0.1:4711'; sleep 60"));

        assertThat(server.url()).isEqualTo("http://127.0.0.1:4711");
        assertThat(server.startTime()).isPositive();
    }

    @Test
    void aServerThatDiesBeforeItAnswersSaysWhy() {
        URI nobody = URI.create("http://127.0.0.1:1/");

        assertThatThrownBy(() -> launcher.startServer(shell("echo no; sleep 0.3; exit 4"), "url", nobody))
                .hasMessage("program died with exit code 4: no");
    }

    @Test
    void aRunningProgramTellsWhatItUses() throws Exception {
        Program program = start("exec sleep 60");

        assertThat(program.cpu()).isPresent();
        ProcessStatus status = program.status();
        assertThat(status.peakRssBytes()).isGreaterThanOrEqualTo(status.rssBytes()).isPositive();
        assertThat(status.threads()).isEqualTo(1);
        assertThat(status.descriptors()).isPositive();
    }

    @Test
    void aProgramThatASignalStopsIsSeenToStandStill() throws Exception {
        Program program = start("echo $$; sleep 60");
        String pid = program.awaitLine(line -> true, "its id", SOON, NOTHING);
        assertThat(program.stops()).isZero();
        program.requireNotStopped(0);

        signal("STOP", pid);
        assertThatThrownBy(() -> program.awaitExit(SOON, () -> program.requireNotStopped(0)))
                .hasMessage("program stood still for a while: a signal (SIGSTOP) stopped it");
        signal("CONT", pid);

        program.requireNotStopped(1);
        assertThat(ProcessStatus.stopped(program.pid())).isFalse();
    }

    private static void signal(String name, String pid) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start().waitFor()).isZero();
    }

    @Test
    void aDiskIsFullWhenNotEvenRootCanWrite() throws Exception {
        assertThat(ProgramLog.isFull(1 << 20, 0)).isTrue();
        assertThat(ProgramLog.isFull(1 << 20, 4_095)).isTrue();
        assertThat(ProgramLog.isFull(1 << 20, 4_096)).as("kept for root").isFalse();
        assertThat(ProgramLog.isFull(0, 0)).as("of unknown size, as some network disks").isFalse();
        assertThat(new ProgramLog(folder.resolve("log")).diskIsFull()).as("this one").isFalse();
    }

    private static ProcessHandle handle(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    /**
     * Runs in a JVM of its own, and is killed. Its child watches it; its shell waits for a child, and neither of them knows
     * of it.
     */
    static final class Parent {

        public static void main(String[] folder) throws Exception {
            ParentProcess.endWithParent();
            Launcher launcher = new Launcher();
            Path logs = Path.of(folder[0]);
            Program child = launcher.start(Launch.logged(
                    "child", JavaProgram.ofThisClassPath(Child.class).command(JavaProgram.thisJava(), List.of("-Xmx64m"), List.of()),
                    logs.resolve("child.log")));
            String _ = child.awaitLine("waiting"::equals, "that it waits", SOON, NOTHING);
            Program shell = launcher.start(
                    Launch.logged("shell", List.of("sh", "-c", "sleep 600 & echo $!; wait"), logs.resolve("shell.log")));
            launcher.guard(shell.pid());
            String sleeper = shell.awaitLine(line -> true, "its child's id", SOON, NOTHING);
            System.out.println(child.pid() + " " + shell.pid() + " " + sleeper);
            Thread.currentThread().join();
        }
    }

    static final class Child {

        public static void main(String[] none) throws Exception {
            ParentProcess.endWithParent();
            System.out.println("waiting");
            Thread.currentThread().join();
        }
    }

    /** SIGKILL: no shutdown hook runs. */
    @Test
    void programsThatWatchTheirParentOrAreGuardedEndAfterAKillOfTheOneThatStartedThem() throws Exception {
        Process parent = new ProcessBuilder(JavaProgram.ofThisClassPath(Parent.class)
                        .command(JavaProgram.thisJava(), List.of("-Xmx64m"), List.of(folder.toString())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> family = Stream.of(parent.inputReader().readLine().split(" ")).map(ProgramTest::handle).toList();

        parent.destroyForcibly().waitFor();

        assertThat(family).hasSize(3)
                .allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(20, TimeUnit.SECONDS));
    }

    @Test
    void nothingIsStartedOnceAllAreBeingEnded() throws Exception {
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
            Launcher ending = new Launcher();
            CountDownLatch started = new CountDownLatch(1);
            Thread starter = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 1_000; i++) {
                        ending.start(sleeper("sleeper"));
                        started.countDown();
                    }
                } catch (TrialFailure e) {
                    // It has been told that all are being ended.
                }
            });
            started.await();
            ending.close();
            starter.join();

            assertThat(sleepers()).as("round %d", round).isZero();
        }
    }

    private Launch sleeper(String name) {
        return Launch.logged(name, SLEEPER, folder.resolve(name + ".log"));
    }

    /** Of this test: no other one waits for so long. */
    private static long sleepers() {
        return ProcessHandle.current().children()
                .filter(child -> child.isAlive() && child.info().commandLine().orElse("").endsWith(String.join(" ", SLEEPER)))
                .count();
    }
}
