package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Starts programs, and ends all that still run when it is closed or this JVM ends. After a {@code kill -9} they end by
 * themselves if they watch the parent that {@link JavaProgram#command} names, or are {@linkplain #guard guarded}.
 */
public final class Launcher implements AutoCloseable {

    private static final String READY = " ready on ";
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration TO_ITS_END = Duration.ofSeconds(30);
    private static final Duration PROBE = Duration.ofSeconds(5);
    private static final Duration PROBE_PAUSE = Duration.ofMillis(100);

    private final Set<Program> running = ConcurrentHashMap.newKeySet();
    private final Thread hook = new Thread(this::endAll, "birdseye-end-programs");

    private boolean ended;
    private @Nullable Guardian guardian;

    public Launcher() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** @throws TrialFailure if the program cannot be started, or all are being ended: it would outlive this JVM */
    public synchronized Program start(Launch launch) throws TrialFailure {
        if (ended) {
            throw new TrialFailure(launch.name() + " is not started: the measurement is being ended");
        }
        try {
            Program program = new Program(launch, running::remove);
            running.add(program);
            if (!program.alive()) {
                running.remove(program);
            }
            return program;
        } catch (IOException e) {
            throw new TrialFailure(launch.name() + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** @throws TrialFailure if it ends otherwise than with 0 (with its last line), or not in time */
    public List<String> run(Launch launch) throws TrialFailure, InterruptedException {
        try (Program program = start(launch)) {
            program.awaitEnd(TO_ITS_END, () -> {});
            return program.newLines();
        }
    }

    /**
     * Ends a program that does not watch its parent, and its children, after a {@code kill -9} too. Costs a small JVM.
     */
    public synchronized void guard(long pid) throws TrialFailure {
        try {
            Guardian running = guardian == null ? Guardian.start() : guardian;
            guardian = running;
            running.watch(pid);
        } catch (IOException e) {
            guardian = null;
            throw new TrialFailure("process " + pid + " cannot be guarded: " + e.getMessage(), e);
        }
    }

    /** Starts a program and waits a minute at most for its line {@code <name> ready on <address>}. */
    public Program startServer(Launch launch) throws TrialFailure, InterruptedException {
        return startServer(launch, program -> {
            String line = program.awaitLine(text -> text.contains(READY), "that it is ready", START, Program.Watch.NOTHING);
            return line.substring(line.indexOf(READY) + READY.length()).strip();
        });
    }

    /** Starts a program that prints nothing, and waits a minute at most until the probe has status 200. */
    public Program startServer(Launch launch, String url, URI probe) throws TrialFailure, InterruptedException {
        return startServer(launch, program -> {
            Program.Watch watch = program::requireAlive;
            try (BoundedHttp http = new BoundedHttp(PROBE)) {
                watch.until(() -> http.isOk(probe), START, PROBE_PAUSE,
                        () -> launch.name() + " did not answer " + probe + " within " + START.toSeconds() + " s");
            }
            return url;
        });
    }

    private interface Readiness {
        String await(Program program) throws TrialFailure, InterruptedException;
    }

    private Program startServer(Launch launch, Readiness readiness) throws TrialFailure, InterruptedException {
        long begin = System.nanoTime();
        Program program = start(launch);
        try {
            program.ready(readiness.await(program), Duration.ofNanos(System.nanoTime() - begin));
            return program;
        } catch (TrialFailure | InterruptedException e) {
            program.close();
            throw e;
        }
    }

    /** Whether all programs are being ended, or have been: a failure of one of them then has no other cause. */
    public synchronized boolean ended() {
        return ended;
    }

    private void endAll() {
        List<Program> all;
        Guardian guarding;
        synchronized (this) {
            ended = true;
            all = List.copyOf(running);
            guarding = guardian;
            guardian = null;
        }
        all.forEach(Program::terminate);
        all.forEach(Program::close);
        if (guarding != null) {
            guarding.close();
        }
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        }
    }
}
