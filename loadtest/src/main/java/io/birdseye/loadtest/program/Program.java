package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program in a process of its own, started by a {@link Launcher}. Its output is always read, so that it never blocks
 * on a full pipe; of the output at most some thousand lines are held in memory. Ends by SIGTERM, and by SIGKILL if it
 * does not follow in time; processes that it started itself end with it.
 */
public final class Program implements AutoCloseable {

    private static final int LAST_LINES = 200;
    private static final int UNREAD_LINES = 5_000;
    private static final int LINES_IN_MESSAGE = 3;
    private static final long POLL_MILLIS = 100;

    private final Launch launch;
    private final Process process;
    private final Consumer<Program> onEnd;
    private final @Nullable Thread reader;
    /** Lines that nobody has awaited yet; both deques are guarded by {@code last}. */
    private final Deque<String> unread = new ArrayDeque<>();

    private final Deque<String> last = new ArrayDeque<>();

    Program(Launch launch, Consumer<Program> onEnd) throws IOException {
        this.launch = launch;
        this.onEnd = onEnd;
        ProcessBuilder builder = new ProcessBuilder(launch.command());
        builder.environment().putAll(launch.environment());
        launch.folder().ifPresent(folder -> builder.directory(folder.toFile()));
        switch (launch.output()) {
            case Launch.Output.Log(var file) -> {
                Writer log = Files.newBufferedWriter(file);
                try {
                    process = builder.redirectErrorStream(true).start();
                } catch (IOException e) {
                    log.close();
                    throw e;
                }
                reader = read(line -> write(log, line), log);
            }
            case Launch.Output.Lines(var listener) -> {
                process = builder.redirectErrorStream(true).start();
                reader = read(listener, () -> {});
            }
            case Launch.Output.Inherited() -> {
                process = builder.inheritIO().start();
                reader = null;
            }
        }
        process.onExit().thenRun(() -> onEnd.accept(this));
    }

    private Thread read(Consumer<String> listener, Closeable closedAtEnd) {
        BufferedReader output = process.inputReader();
        return Thread.ofPlatform().daemon().name(launch.name() + "-output").start(() -> {
            try (output; closedAtEnd) {
                String line;
                while ((line = output.readLine()) != null) {
                    keep(line);
                    listener.accept(line);
                }
            } catch (IOException e) {
                // The process was ended while it wrote, or the log cannot be closed: at most the log's end is lost.
            }
        });
    }

    private void keep(String line) {
        synchronized (last) {
            addBounded(last, line, LAST_LINES);
            addBounded(unread, line, UNREAD_LINES);
            last.notifyAll();
        }
    }

    private static void addBounded(Deque<String> lines, String line, int most) {
        lines.addLast(line);
        if (lines.size() > most) {
            lines.removeFirst();
        }
    }

    private static void write(Writer log, String line) {
        try {
            log.write(line + System.lineSeparator());
            log.flush();
        } catch (IOException e) {
            // A full disk must not stop the program whose output this is.
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** What is called while a method waits; what it throws ends the waiting. */
    @FunctionalInterface
    public interface Watch {
        void look() throws TrialFailure, InterruptedException;
    }

    /**
     * Waits for a line of the output. Lines before it are passed over, also for later calls.
     *
     * @param what is awaited, for the message
     * @param each called some times a second meanwhile
     * @throws TrialFailure if the program ends before, or the time is over; with its last lines
     */
    public String awaitLine(Predicate<String> wanted, String what, Duration atMost, Watch each)
            throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            boolean wasAlive = alive();
            Optional<String> found = nextUnread(wanted, wasAlive);
            if (found.isPresent()) {
                return found.get();
            }
            if (!wasAlive) {
                throw new TrialFailure(death());
            }
            if (System.nanoTime() > end) {
                throw new TrialFailure(launch.name() + " did not say within " + atMost.toSeconds() + " s: " + what
                        + lastLines().map(lines -> "; its last lines: " + lines).orElse(""));
            }
            each.look();
        }
    }

    private Optional<String> nextUnread(Predicate<String> wanted, boolean wait) throws InterruptedException {
        if (!wait) {
            awaitReader(Duration.ofSeconds(2));
        }
        synchronized (last) {
            if (unread.isEmpty() && wait) {
                last.wait(POLL_MILLIS);
            }
            while (!unread.isEmpty()) {
                String line = unread.removeFirst();
                if (wanted.test(line)) {
                    return Optional.of(line);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Waits for the end of the program.
     *
     * @return its exit code
     * @throws TrialFailure if it does not end in time
     */
    public int awaitExit(Duration atMost, Watch each) throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() > end) {
                throw new TrialFailure(launch.name() + " did not end within " + atMost.toSeconds() + " s");
            }
            each.look();
        }
        awaitReader(Duration.ofSeconds(2));
        return process.exitValue();
    }

    /** @throws TrialFailure if it ends otherwise than with 0, or not in time */
    public void awaitEnd(Duration atMost, Watch each) throws TrialFailure, InterruptedException {
        if (awaitExit(atMost, each) != 0) {
            throw new TrialFailure(death());
        }
    }

    /** @throws TrialFailure if the process has ended */
    public void requireAlive() throws TrialFailure, InterruptedException {
        if (!alive()) {
            awaitReader(Duration.ofSeconds(1));
            throw new TrialFailure(death());
        }
    }

    /** Waits a moment for a process that may be about to die. */
    public void awaitDeath(Duration atMost) throws InterruptedException {
        boolean _ = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    private String death() {
        return launch.name() + " died with exit code " + process.exitValue()
                + lastLine().map(line -> ": " + line).orElse("");
    }

    /** The last line that is neither a stack frame nor a warning: a stack trace says most in its first line. */
    public Optional<String> lastLine() {
        return telling().reduce((earlier, later) -> later);
    }

    private Optional<String> lastLines() {
        List<String> lines = telling().toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(lines.stream()
                        .skip(Math.max(0, lines.size() - LINES_IN_MESSAGE))
                        .collect(Collectors.joining(" | ")));
    }

    private Stream<String> telling() {
        List<String> lines;
        synchronized (last) {
            lines = List.copyOf(last);
        }
        return lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("\t") && !line.startsWith("WARNING"))
                .map(String::strip);
    }

    private void awaitReader(Duration atMost) throws InterruptedException {
        if (reader != null) {
            boolean _ = reader.join(atMost);
        }
    }

    /** CPU time of all its threads, in steps of 10 ms; empty if it has ended or the system does not tell. */
    public Optional<Duration> cpu() {
        return ProcessStatus.cpu(pid());
    }

    /** @throws IOException if the process has ended, or this is no Linux */
    public ProcessStatus status() throws IOException {
        return ProcessStatus.of(pid());
    }

    /** SIGTERM, without waiting for what comes of it. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL for the process and all that it started, and waits for its end. */
    public void kill() {
        List<ProcessHandle> family = family();
        process.destroyForcibly();
        end(family);
    }

    @Override
    public void close() {
        List<ProcessHandle> family = family();
        process.destroy();
        end(family);
    }

    private List<ProcessHandle> family() {
        return process.isAlive() ? process.descendants().toList() : List.of();
    }

    private void end(List<ProcessHandle> family) {
        boolean interrupted = false;
        try {
            if (!process.waitFor(launch.grace().toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(launch.grace().toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        family.forEach(ProcessHandle::destroyForcibly);
        onEnd.accept(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
