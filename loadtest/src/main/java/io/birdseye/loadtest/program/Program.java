package io.birdseye.loadtest.program;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.RunQueueWait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program in a process of its own, started by a {@link Launcher}. It ends by SIGTERM, and by SIGKILL if it does not
 * follow within ten seconds, or stands still; processes that it started itself end with it.
 */
public final class Program implements Participant {

    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 10;
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Launch launch;
    private final Process process;
    private final Consumer<Program> onEnd;
    private final Deque<String> unread = new ArrayDeque<>();
    private final @Nullable ProgramLog log;
    private @Nullable String url;
    private Duration startTime = Duration.ZERO;
    private volatile int stops;

    Program(Launch launch, Consumer<Program> onEnd) throws IOException {
        this.launch = launch;
        this.onEnd = onEnd;
        ProcessBuilder builder = new ProcessBuilder(launch.command());
        builder.environment().putAll(launch.environment());
        launch.folder().ifPresent(folder -> builder.directory(folder.toFile()));
        Path file = launch.log().orElse(null);
        if (file == null) {
            log = null;
            builder.inheritIO();
        } else {
            log = new ProgramLog(file);
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()));
        }
        process = builder.start();
        process.onExit().thenRun(() -> onEnd.accept(this));
        if (log != null) {
            Thread.ofVirtual().start(() -> lookWhileAlive(log));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes it
    private void lookWhileAlive(ProgramLog output) {
        boolean stopped = false;
        try {
            while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                output.bound();
                boolean wasStopped = stopped;
                stopped = ProcessStatus.stopped(pid());
                if (stopped && !wasStopped) {
                    stops++;
                }
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
            Thread.currentThread().interrupt();
        }
    }

    void ready(String address, Duration sinceStart) {
        url = address;
        startTime = sinceStart;
    }

    @Override
    public String url() {
        return requireNonNull(url, "only a server has an address");
    }

    /** Of a server, from the start of the process until it was ready. */
    public Duration startTime() {
        return startTime;
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

        Watch NOTHING = () -> {};

        /** A process that dies answers nothing for a moment before its end is seen. */
        Duration DYING = Duration.ofMillis(300);

        void look() throws TrialFailure, InterruptedException;

        @FunctionalInterface
        interface Condition {
            boolean holds() throws TrialFailure, InterruptedException;
        }

        /** @throws TrialFailure if the condition does not hold in time, or what {@link #look} throws */
        default void until(Condition condition, Duration atMost, Duration pause, Supplier<String> late)
                throws TrialFailure, InterruptedException {
            long end = System.nanoTime() + atMost.toNanos();
            while (!condition.holds()) {
                look();
                if (System.nanoTime() > end) {
                    throw new TrialFailure(late.get());
                }
                Thread.sleep(pause);
            }
        }

        /** The failure itself if the programs are well; else {@link #look} throws the cause. */
        default TrialFailure explained(TrialFailure failure) throws TrialFailure, InterruptedException {
            Thread.sleep(DYING);
            look();
            return failure;
        }
    }

    /**
     * Waits for a line of the output; those before it are passed over. If the program ends before, or the time is over,
     * the {@link TrialFailure} has its last lines.
     */
    public String awaitLine(Predicate<String> wanted, String what, Duration atMost, Watch each)
            throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            boolean wasAlive = alive();
            List<String> lines = newLines();
            unread.addAll(lines);
            while (!unread.isEmpty()) {
                String line = unread.remove();
                if (wanted.test(line)) {
                    return line;
                }
            }
            if (!wasAlive && lines.isEmpty()) {
                throw new TrialFailure(death());
            }
            if (lines.isEmpty() && log != null && log.diskIsFull()) {
                throw new TrialFailure("the disk is full, so " + launch.name() + " cannot say: " + what);
            }
            if (System.nanoTime() > end) {
                throw new TrialFailure(launch.name() + " did not say within " + atMost.toSeconds() + " s: " + what
                        + "; its last lines: " + String.join(" | ", lastLines()));
            }
            each.look();
            if (lines.isEmpty()) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** The lines of output since the last call, at most a megabyte; complete ones, as long as the program runs. */
    public List<String> newLines() {
        boolean ended = !alive();
        return log == null ? List.of() : log.newLines(ended);
    }

    /** The last lines of its output that are neither stack frames nor warnings, at most three. */
    public List<String> lastLines() {
        return log == null ? List.of() : log.lastLines();
    }

    /** Why it has ended: its exit code and its last line but stack frames, whose first line says most. */
    private String death() {
        List<String> lines = lastLines();
        return launch.name() + " died with exit code " + process.exitValue()
                + (lines.isEmpty() ? "" : ": " + lines.getLast());
    }

    /** @throws TrialFailure if it does not end in time */
    public int awaitExit(Duration atMost, Watch each) throws TrialFailure, InterruptedException {
        each.until(() -> process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS), atMost, Duration.ZERO,
                () -> launch.name() + " did not end within " + atMost.toSeconds() + " s");
        return process.exitValue();
    }

    /** @throws TrialFailure if it ends otherwise than with 0, or not in time */
    public void awaitEnd(Duration atMost, Watch each) throws TrialFailure, InterruptedException {
        if (awaitExit(atMost, each) != 0) {
            throw new TrialFailure(death());
        }
    }

    @Override
    public Use use() {
        return new Use(RunQueueWait.of(pid()), MachineSample.now());
    }

    @Override
    public void requireAlive() throws TrialFailure {
        if (!alive()) {
            throw new TrialFailure(death());
        }
    }

    /** A stop of less than a tenth of a second may not be seen, nor one of a program that uses this JVM's terminal. */
    @Override
    public int stops() {
        return stops;
    }

    @Override
    public void requireNotStopped(int before) throws TrialFailure {
        if (stops > before) {
            throw new TrialFailure(launch.name() + " stood still for a while: a signal (SIGSTOP) stopped it");
        }
    }

    @Override
    public Optional<Duration> cpu() {
        return ProcessStatus.cpu(pid());
    }

    public ProcessStatus status() throws IOException {
        return ProcessStatus.of(pid());
    }

    /** SIGTERM, without waiting for what comes of it. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL for the process and all that it has started, and waits for its end. */
    public void kill() {
        end(process::destroyForcibly);
    }

    @Override
    public void close() {
        end(process::destroy);
    }

    private void end(Runnable signal) {
        List<ProcessHandle> family = alive() ? process.descendants().toList() : List.of();
        boolean interrupted = false;
        if (ProcessStatus.stopped(pid())) {
            // It would not see another signal.
            process.destroyForcibly();
        } else {
            signal.run();
        }
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        family.forEach(ProcessHandle::destroyForcibly);
        if (log != null) {
            log.bound();
        }
        onEnd.accept(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
