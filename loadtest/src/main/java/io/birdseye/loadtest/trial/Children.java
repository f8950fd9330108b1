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

    Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** @throws TrialFailure if the program cannot be started at all */
    ChildProcess start(String name, List<String> command, Path log) throws TrialFailure {
        try {
            ChildProcess child = new ChildProcess(name, command, log, running::remove);
            running.add(child);
            return child;
        } catch (IOException e) {
            throw new TrialFailure(name + " cannot be started: " + e.getMessage(), e);
        }
    }

    private void endAll() {
        List<ChildProcess> all = List.copyOf(running);
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
