package io.birdseye.loadtest.trial;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A program in a process of its own. Its output goes to a log file; lines of stdout can also be waited for.
 * Ended by SIGTERM, and by SIGKILL if it does not follow.
 */
final class ChildProcess implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(4);
    private static final int LINES_KEPT = 200;
    private static final long POLL_MILLIS = 100;

    private final String name;
    private final Process process;
    private final Consumer<ChildProcess> onEnd;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Deque<String> last = new ArrayDeque<>();
    private final List<Thread> drains;

    ChildProcess(String name, List<String> command, Path log, Consumer<ChildProcess> onEnd) throws IOException {
        this.name = name;
        this.onEnd = onEnd;
        Writer writer = Files.newBufferedWriter(log);
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException e) {
            writer.close();
            throw e;
        }
        process.onExit().thenRun(() -> onEnd.accept(this));
        Thread errors = drain(process.errorReader(), writer, line -> {});
        Thread output = drain(process.inputReader(), writer, lines::add);
        drains = List.of(errors, output);
        Thread.ofVirtual().start(() -> {
            awaitDrains(Duration.ofHours(24));
            closeQuietly(writer);
        });
    }

    private Thread drain(BufferedReader reader, Writer log, Consumer<String> listener) {
        return Thread.ofPlatform().daemon().name(name + "-output").start(() -> {
            try (reader) {
                String line;
                while ((line = reader.readLine()) != null) {
                    keep(line, log);
                    listener.accept(line);
                }
            } catch (IOException e) {
                // The process has been ended while it wrote.
            }
        });
    }

    private void keep(String line, Writer log) {
        synchronized (last) {
            last.addLast(line);
            if (last.size() > LINES_KEPT) {
                last.removeFirst();
            }
            try {
                log.write(line + System.lineSeparator());
                log.flush();
            } catch (IOException e) {
                // A full disk must not stop the program whose output this is.
            }
        }
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /**
     * Waits for a line of stdout. Lines before it are passed over.
     *
     * @param each called some times a second meanwhile; what it throws ends the waiting
     * @throws TrialFailure if the process ends before, or the time is over
     */
    String awaitLine(Predicate<String> wanted, String what, Duration atMost, Watch each)
            throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            String line = lines.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (line != null) {
                if (wanted.test(line)) {
                    return line;
                }
            } else if (!alive()) {
                awaitDrains(Duration.ofSeconds(2));
                if (lines.isEmpty()) {
                    throw new TrialFailure(death());
                }
            } else if (System.nanoTime() > end) {
                throw new TrialFailure(name + " did not tell within " + atMost.toSeconds() + " s: " + what);
            }
            each.look();
        }
    }

    /** Looks whether there is still a reason to wait. */
    @FunctionalInterface
    interface Watch {
        void look() throws TrialFailure;
    }

    /** @throws TrialFailure if it ends otherwise than with 0, or not in time */
    void awaitEnd(Duration atMost, Watch each) throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() > end) {
                throw new TrialFailure(name + " did not end within " + atMost.toSeconds() + " s");
            }
            each.look();
        }
        awaitDrains(Duration.ofSeconds(2));
        if (process.exitValue() != 0) {
            throw new TrialFailure(death());
        }
    }

    /** @throws TrialFailure if the process has ended */
    void requireAlive() throws TrialFailure {
        if (!alive()) {
            awaitDrains(Duration.ofSeconds(1));
            throw new TrialFailure(death());
        }
    }

    /** Gives a process that is about to die the time to do so. */
    void awaitDeath(Duration atMost) throws InterruptedException {
        boolean _ = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    private String death() {
        String lastLine;
        synchronized (last) {
            // A stack trace says most in its first line.
            lastLine = last.reversed().stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("WARNING"))
                    .findFirst()
                    .map(line -> ": " + line.strip())
                    .orElse("");
        }
        return name + " died with exit code " + process.exitValue() + lastLine;
    }

    private void awaitDrains(Duration atMost) {
        try {
            for (Thread drain : drains) {
                drain.join(atMost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(Writer writer) {
        try {
            writer.close();
        } catch (IOException e) {
            // Nothing is lost but the end of a log.
        }
    }

    /** SIGTERM, without waiting for what comes of it. */
    void askToEnd() {
        process.destroy();
    }

    @Override
    public void close() {
        process.destroy();
        boolean interrupted = false;
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        onEnd.accept(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
