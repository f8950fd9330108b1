package io.birdseye.loadtest.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.model.ProfileEvent;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecordingTest {

    private static final int PIECE = 10_000;

    @TempDir
    private Path folder;

    /** Allocates as many megabytes as each line says, and prints a line then. */
    static final class Allocating {

        private static volatile byte[] kept = {};

        public static void main(String[] args) {
            try (Scanner lines = new Scanner(System.in)) {
                while (lines.hasNextInt()) {
                    for (int left = lines.nextInt() * 1_000_000; left > 0; left -= PIECE) {
                        kept = new byte[PIECE];
                    }
                    System.out.println("done");
                }
            }
        }
    }

    private static void allocate(int megabytes, BufferedWriter to, BufferedReader from) throws IOException {
        to.write(megabytes + "\n");
        to.flush();
        assertThat(from.readLine()).isEqualTo("done");
    }

    /** The JDK's samples count what a thread has allocated before with the first that they see of it. */
    @Test
    void whatAThreadHasAllocatedBeforeTheRecordingIsNotInIt() throws Exception {
        Path stacks = folder.resolve("stacks");
        List<String> command = JavaProgram.ofThisClassPath(Allocating.class)
                .command(JavaProgram.thisJava(), List.of("-Xmx64m"), List.of());
        Process allocating = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Launcher launcher = new Launcher();
                BufferedWriter to = allocating.outputWriter();
                BufferedReader from = allocating.inputReader()) {
            allocate(900, to, from);
            FlightRecording recorder = new FlightRecording(new ProfiledWindow.Attach(
                    launcher, allocating.pid(), ProfileEvent.ALLOC, JavaProgram.thisJava().resolveSibling("jcmd"), folder,
                    folder.resolve("log")));

            recorder.start();
            allocate(100, to, from);
            recorder.stop(stacks);
        } finally {
            allocating.destroyForcibly();
        }

        assertThat(Files.readAllLines(stacks).stream()
                        .filter(stack -> stack.contains("Allocating"))
                        .mapToDouble(stack -> Double.parseDouble(stack.substring(stack.lastIndexOf(' ') + 1)))
                        .sum())
                .as("100 MB, but for a part of a buffer at both ends").isBetween(80e6, 130e6);
    }
}
