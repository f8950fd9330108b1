package io.birdseye.loadtest.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.RunFolder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LeftBehindTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final Launcher launcher = new Launcher();

    @BeforeEach
    void makeFolders() throws Exception {
        Files.createDirectories(ComparisonProcess.temporary(folder));
        Files.createDirectories(logs());
    }

    @AfterEach
    void endAll() {
        launcher.close();
    }

    private Path logs() {
        return ComparisonProcess.results(folder).resolve("logs");
    }

    /** A script in the place of the start script; it is given the folder of results as the last argument. */
    private ComparisonProcess start(String script) throws Exception {
        return new ComparisonProcess(launcher, folder, "run.log", List.of(), List.of("sh", "-c", script, "script"));
    }

    @Test
    void aComparisonThatEndsAsItShouldLeavesNothing() throws Exception {
        try (ComparisonProcess comparison = start("echo done; exit 3")) {
            assertThat(comparison.awaitExit(SOON, () -> {})).isEqualTo(3);
            assertThat(LeftBehind.of(folder, SOON)).isEmpty();
        }
    }

    @Test
    void aProcessThatOutlivesItsParentIsFoundByItsMark() throws Exception {
        try (ComparisonProcess comparison = start("sleep 61 & exit 0")) {
            assertThat(comparison.awaitExit(SOON, () -> {})).isZero();

            assertThat(LeftBehind.of(folder, Duration.ofMillis(100)))
                    .singleElement().asString().matches("process \\d+ is left: sleep 61");
        }
        assertThat(LeftBehind.of(folder, SOON)).as("closing ends it").isEmpty();
    }

    @Test
    void aProcessIsAwaitedByItsMainClassFromAMomentOn() throws Exception {
        try (ComparisonProcess comparison = start("sleep 0.3; sleep $((2 * 31))")) {
            assertThat(comparison.await(Duration.ZERO, "62"))
                    .get().extracting(MarkedProcess::commandLine).isEqualTo("sleep 62");
        }
        try (ComparisonProcess comparison = start("exit 0")) {
            assertThat(comparison.await(Duration.ZERO, "62")).as("it never starts one").isEmpty();
        }
    }

    @Test
    void aSignalReachesTheProcessItIsMeantFor() throws Exception {
        try (ComparisonProcess comparison = start("sleep $((3 * 21)); exit $?")) {
            assertThat(new SignalFault("KILL", "63", Duration.ZERO, Duration.ZERO).strike(comparison))
                    .get().asString().matches("after \\d+\\.\\d s");
            assertThat(comparison.awaitExit(SOON, () -> {})).as("the shell tells of its child").isEqualTo(137);
        }
        try (ComparisonProcess comparison = start("sleep 64")) {
            assertThat(new SignalFault("TERM", "", Duration.ZERO, Duration.ZERO).strike(comparison)).isPresent();
            assertThat(comparison.awaitExit(SOON, () -> {})).isEqualTo(143);
        }
    }

    @Test
    void portsLocksAndTemporaryFilesAreFound() throws Exception {
        Path trials = ComparisonProcess.results(folder).resolve("trials");
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunFolder _ = RunFolder.lock(trials)) {
            Files.writeString(logs().resolve("service.log"),
                    "some words\nservice ready on http://127.0.0.1:" + port.getLocalPort() + "\n");
            Files.writeString(ComparisonProcess.temporary(folder).resolve("native.so"), "");

            assertThat(LeftBehind.of(folder, Duration.ZERO)).satisfiesExactly(
                    left -> assertThat(left).isEqualTo("port " + port.getLocalPort() + " still listens"),
                    left -> assertThat(left).startsWith("the lock is left: "),
                    left -> assertThat(left).isEqualTo("a temporary file is left: native.so"));
        }
    }
}
