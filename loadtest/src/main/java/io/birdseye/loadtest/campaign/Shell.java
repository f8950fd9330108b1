package io.birdseye.loadtest.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Commands of the system that change a process or a mount. */
final class Shell {

    private static final long MOST_SECONDS = 10;

    private Shell() {}

    /**
     * Runs a command to its end.
     *
     * @throws IOException if it cannot be started, fails or takes longer than ten seconds; with its output
     */
    static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " did not end within " + MOST_SECONDS + " s");
        }
        if (process.exitValue() != 0) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            throw new IOException(String.join(" ", command) + " failed: " + output);
        }
    }

    /** Whether a command can be run here, and ends well. */
    static boolean works(String... command) throws InterruptedException {
        try {
            run(command);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends a signal; a process that has ended is no failure. */
    static void signal(String name, long pid) throws InterruptedException {
        boolean _ = works("sh", "-c", "kill -" + name + " " + pid);
    }
}
