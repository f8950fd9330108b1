package io.birdseye.model.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A process that keeps a core busy and is not of our family: the shell that started it has ended, so that the first
 * process of the system is its parent. Ends by itself after two minutes at the latest. Linux only.
 */
public record BusyStranger(ProcessHandle process) implements AutoCloseable {

    public static BusyStranger start() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(
                        "sh", "-c", "timeout 120 sh -c 'while :; do :; done' > /dev/null 2>&1 & echo $!")
                .start();
        try (BufferedReader out = shell.inputReader()) {
            String pid = out.readLine();
            shell.waitFor();
            return new BusyStranger(ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
        }
    }

    /** The CPU time that it has taken so far, in ticks of 10 ms. */
    long ticks() {
        return ProcessFamily.ticks(Path.of("/proc"), process.pid()).orElseThrow();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
