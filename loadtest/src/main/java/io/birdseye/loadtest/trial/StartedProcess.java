package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The process of one trial: a fresh one, that is ready for requests. Closing it ends it and all that it has started. */
final class StartedProcess implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int CONNECT_MILLIS = 500;

    private final Launcher launcher;
    private final Program program;

    /** A process that outlives the one which started it has no parent, and can be found only beforehand. */
    private final Set<ProcessHandle> children = new HashSet<>();

    private StartedProcess(Launcher launcher, Program program) {
        this.launcher = launcher;
        this.program = program;
    }

    /**
     * Starts a variant and waits until it is ready.
     *
     * @param waiting called some times a second meanwhile
     * @throws TrialFailure if its port is taken, it does not start, ends, or does not get ready in time; with the last
     *     lines of its output
     */
    static StartedProcess start(
            Launcher launcher, StartedService service, String variant, Path log, Program.Watch waiting)
            throws TrialFailure, InterruptedException {
        URI url = service.url();
        if (accepts(url)) {
            OptionalLong other = ListeningProcess.at(ObservedService.port(url));
            throw new TrialFailure("port " + ObservedService.port(url) + " is taken by another program"
                    + (other.isPresent() ? ", process " + other.getAsLong() : "") + ": the service cannot be started");
        }
        StartedService.StartCommand start = service.variant(variant).start();
        StartedProcess started = new StartedProcess(launcher, launcher.start(launch(start, log)));
        try {
            launcher.guard(started.program.pid());
            started.awaitReady(service, waiting);
            return started;
        } catch (TrialFailure e) {
            TrialFailure failure = new TrialFailure(e.reason() + started.lastLines(), e);
            started.close();
            throw failure;
        } catch (InterruptedException e) {
            started.close();
            throw e;
        }
    }

    private static Launch launch(StartedService.StartCommand start, Path log) throws TrialFailure {
        List<String> command = new ArrayList<>(start.command());
        Map<String, String> environment = new HashMap<>(start.environment());
        boolean java = Path.of(command.getFirst()).endsWith("java");
        if (start.java().isPresent()) {
            Jdk jdk = Jdk.find(start.java().get(), start.folder());
            environment.put("JAVA_HOME", jdk.home().toString());
            if (java) {
                command.set(0, jdk.java().toString());
            }
        }
        if (java) {
            command.addAll(1, start.jvmFlags());
        } else if (!start.jvmFlags().isEmpty()) {
            environment.merge("JAVA_TOOL_OPTIONS", String.join(" ", start.jvmFlags()), (own, more) -> own + " " + more);
        }
        return Launch.logged("the service", command, log).inFolder(start.folder()).withEnvironment(environment);
    }

    private void awaitReady(StartedService service, Program.Watch waiting) throws TrialFailure, InterruptedException {
        Optional<URI> ready = service.ready().address();
        Duration within = service.ready().within();
        Program.Watch alive = () -> {
            program.requireAlive();
            look();
            waiting.look();
        };
        try (BoundedHttp http = new BoundedHttp(ANSWER)) {
            alive.until(
                    () -> ready.isPresent() ? http.isOk(ready.get()) : accepts(service.url()), within, POLL,
                    () -> "the service did not get ready within " + within.toSeconds() + " s: "
                            + ready.map(address -> "no status 200 from " + address)
                                    .orElseGet(() -> "no connection to " + service.url()));
        }
        program.requireAlive();
    }

    private static boolean accepts(URI url) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), ObservedService.port(url)), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    Program program() {
        return program;
    }

    /** Notes what the process has started so far. */
    void look() throws TrialFailure {
        for (ProcessHandle child : descendants()) {
            if (children.add(child)) {
                launcher.guard(child.pid());
            }
        }
    }

    private List<ProcessHandle> descendants() {
        return ProcessHandle.of(program.pid()).map(process -> process.descendants().toList()).orElse(List.of());
    }

    /** The end of its output, for messages; empty where there is none. */
    String lastLines() {
        List<String> lines = program.lastLines();
        return lines.isEmpty() ? "" : "; its last lines: " + String.join(" | ", lines);
    }

    @Override
    public void close() {
        children.addAll(descendants());
        program.close();
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
