package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ProgramClient;
import io.birdseye.model.process.SelfReport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A program that somebody else started elsewhere, which tells of itself over HTTP. Its end shows as no answer. */
public final class RemoteProgram implements Participant {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final String name;
    private final URI address;
    private final String report;
    private final ProgramClient client;
    private long nextLook = System.nanoTime();

    /** @param report the path at which it answers its {@link SelfReport} */
    public RemoteProgram(String name, String url, String report) {
        this.name = name;
        this.address = URI.create(url);
        this.report = report;
        this.client = new ProgramClient(name, url, PATIENCE);
    }

    /** Waits 90 s at most until a path has status 200: names may not resolve yet, and a JVM takes a while. */
    RemoteProgram awaitReady(String ready) throws TrialFailure, InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>("");
        Program.Watch.NOTHING.until(() -> isReady(ready, seen), START, PAUSE, () -> name + " was not ready at " + address
                + ready + " within " + START.toSeconds() + " s; last seen: " + seen);
        return this;
    }

    private boolean isReady(String path, AtomicReference<String> seen) throws InterruptedException {
        try {
            int status = client.send(path).status();
            seen.set("status " + status);
            return status == 200;
        } catch (TrialFailure e) {
            seen.set(String.valueOf(e.getCause()));
            return false;
        }
    }

    /** @throws TrialFailure if it does not answer */
    public SelfReport report() throws TrialFailure, InterruptedException {
        return client.read(report, SelfReport.class);
    }

    @Override
    public Optional<Duration> cpu() throws TrialFailure, InterruptedException {
        return Optional.of(Duration.ofNanos(report().cpuNanos()));
    }

    @Override
    public Use use() throws TrialFailure, InterruptedException {
        SelfReport report = report();
        return new Use(report.waited(), report.sample());
    }

    /** Asks for a connection once a second at most, since a trial asks many times. */
    @Override
    public void requireAlive() throws TrialFailure, InterruptedException {
        if (System.nanoTime() - nextLook < 0) {
            return;
        }
        nextLook = System.nanoTime() + BETWEEN_LOOKS.toNanos();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), (int) PATIENCE.toMillis());
        } catch (IOException e) {
            throw new TrialFailure(name + " takes no connections any more: " + e, e);
        }
    }

    @Override
    public String url() {
        return address.toString();
    }

    /** Only forgets it: whoever started it ends it. */
    @Override
    public void close() {
        client.close();
    }
}
