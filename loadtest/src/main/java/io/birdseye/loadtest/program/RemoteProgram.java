package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.process.SelfReport;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * A program on another machine, started by somebody else, which tells of itself over HTTP. That it has ended shows as a
 * request without an answer; so does a network that is down.
 */
public final class RemoteProgram implements Participant {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final long PAUSE_MILLIS = 200;

    private final String name;
    private final String url;
    private final URI report;
    private final HttpClient http;
    private long nextLook;

    /**
     * @param name in messages
     * @param url its address
     * @param report the path at which it answers its {@link SelfReport}
     */
    public RemoteProgram(String name, String url, String report) {
        this.name = name;
        this.url = url;
        this.report = URI.create(url + report);
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        this.nextLook = System.nanoTime();
    }

    /**
     * Waits until it answers: its name may not resolve yet, and its JVM takes a while.
     *
     * @param ready a path that is answered with 200 when it is ready
     * @throws TrialFailure if it is not ready within 90 s
     */
    public Endpoint awaitReady(String ready) throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        URI probe = URI.create(url + ready);
        while (true) {
            String seen;
            try {
                int status = send(probe, HttpResponse.BodyHandlers.discarding()).statusCode();
                if (status == 200) {
                    return new Endpoint(this, url);
                }
                seen = "status " + status;
            } catch (IOException e) {
                seen = e.toString();
            }
            if (System.nanoTime() > end) {
                throw new TrialFailure(
                        name + " was not ready at " + probe + " within " + START.toSeconds() + " s; last seen: " + seen);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private <T> HttpResponse<T> send(URI uri, HttpResponse.BodyHandler<T> body) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), body);
    }

    /** @throws TrialFailure if it does not answer */
    public SelfReport report() throws TrialFailure, InterruptedException {
        try {
            HttpResponse<byte[]> answer = send(report, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new TrialFailure(name + " answers " + report.getPath() + " with status " + answer.statusCode());
            }
            return ResultsFile.JSON.readValue(answer.body(), SelfReport.class);
        } catch (IOException | JacksonException e) {
            throw new TrialFailure(name + " does not tell of itself any more: " + e, e);
        }
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
        URI address = URI.create(url);
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(address.getHost(), address.getPort()), (int) PATIENCE.toMillis());
        } catch (IOException e) {
            throw new TrialFailure(name + " takes no connections any more: " + e, e);
        }
    }

    @Override
    public int stops() {
        return 0;
    }

    @Override
    public void requireNotStopped(int before) {}

    /** Only forgets it: whoever started it ends it. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
