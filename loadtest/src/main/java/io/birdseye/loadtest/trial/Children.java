package io.birdseye.loadtest.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every process that a comparison starts. They end when it does, also by Ctrl-C. */
final class Children implements AutoCloseable {

    private final Set<ChildProcess> running = ConcurrentHashMap.newKeySet();
    private final Thread hook = new Thread(this::endAll, "birdseye-end-children");

    private boolean ended;

    Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts a program, unless all are being ended: the thread that starts programs goes on while the JVM shuts down,
     * and what it started then would outlive us.
     *
     * @throws TrialFailure if the program cannot be started at all
     */
    synchronized ChildProcess start(String name, List<String> command, Path log) throws TrialFailure {
        if (ended) {
            throw new TrialFailure(name + " is not started: the comparison is being ended");
        }
        try {
            ChildProcess child = new ChildProcess(name, command, log, running::remove);
            running.add(child);
            if (!child.alive()) {
                running.remove(child);
            }
            return child;
        } catch (IOException e) {
            throw new TrialFailure(name + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Whether all are being ended, or have been: what a trial meets from then on is not its own doing. */
    synchronized boolean ended() {
        return ended;
    }

    private void endAll() {
        List<ChildProcess> all;
        synchronized (this) {
            ended = true;
            all = List.copyOf(running);
        }
        all.forEach(ChildProcess::askToEnd);
        all.forEach(ChildProcess::close);
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
