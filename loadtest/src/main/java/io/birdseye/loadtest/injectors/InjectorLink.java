package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.loadtest.plan.RequestPlan;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What a coordinator, whose clock this is, asks of one injector. Every question has a deadline. */
record InjectorLink(URI address, String token, BoundedHttp http, InjectorClock clock) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** The first questions open a connection, and load classes on both sides. */
    private static final int WARM_UP_PINGS = 3;

    private static final int MAX_PINGS = 30;
    private static final int MIN_PINGS = 5;
    private static final Duration PINGING = Duration.ofMillis(500);

    /** The injector has answered, but not as it was asked to. */
    static final class Refused extends IOException {

        private static final long serialVersionUID = 1;
        private static final int CONFLICT = 409;

        private final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }

        /** Whether the same question may succeed later. */
        boolean busy() {
            return status == CONFLICT;
        }
    }

    /** @throws Refused if it is busy with another load */
    void plan(RequestPlan plan) throws IOException, InterruptedException {
        byte[] _ = ask("POST", "/plan", BodyPublishers.ofString(plan.toJson()), LONG);
    }

    ControlledInjector.State state() throws IOException, InterruptedException {
        return read(ask("GET", "/ready", BodyPublishers.noBody(), SHORT), ControlledInjector.State.class);
    }

    /** The best of some tens of pings. Takes half a second at most where the network is fast enough for five of them. */
    InjectorClock.Reading offset() throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP_PINGS; i++) {
            ping();
        }
        List<InjectorClock.Reading> readings = new ArrayList<>();
        long end = System.nanoTime() + PINGING.toNanos();
        while (readings.size() < MIN_PINGS || (readings.size() < MAX_PINGS && System.nanoTime() < end)) {
            readings.add(ping());
        }
        return InjectorClock.Reading.best(readings);
    }

    private InjectorClock.Reading ping() throws IOException, InterruptedException {
        long asked = clock.epochNanos();
        byte[] answer = ask("GET", "/clock", BodyPublishers.noBody(), SHORT);
        long answered = clock.epochNanos();
        try {
            return InjectorClock.Reading.of(asked, Long.parseLong(new String(answer, StandardCharsets.US_ASCII)), answered);
        } catch (NumberFormatException e) {
            throw new IOException("answers with no number of nanoseconds", e);
        }
    }

    /** @param epochNanos the origin of the schedule, by the injector's clock */
    void start(long epochNanos) throws IOException, InterruptedException {
        byte[] _ = ask("POST", "/start?t0=" + epochNanos, BodyPublishers.noBody(), SHORT);
    }

    InjectorEngine.Result result() throws IOException, InterruptedException {
        return read(ask("GET", "/result", BodyPublishers.noBody(), LONG), InjectorEngine.Result.class);
    }

    /** The log of a window, as it comes; to be closed. */
    InputStream latencies(int window) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                http.open(request("GET", "/latencies?window=" + window, BodyPublishers.noBody(), SHORT));
        if (answer.statusCode() != 200) {
            answer.body().close();
            throw new Refused(answer.statusCode(), "gives no latencies of window " + (window + 1));
        }
        return answer.body();
    }

    void end() throws IOException, InterruptedException {
        byte[] _ = ask("POST", "/end", BodyPublishers.noBody(), SHORT);
    }

    private byte[] ask(String method, String path, HttpRequest.BodyPublisher body, Duration atMost)
            throws IOException, InterruptedException {
        BoundedHttp.Answer answer = http.send(request(method, path, body, atMost));
        if (answer.status() / 100 != 2) {
            String text = new String(answer.body(), StandardCharsets.UTF_8);
            throw new Refused(answer.status(), "refuses " + method + " " + path.replaceAll("\\?.*", "") + " with status "
                    + answer.status() + ": " + text.lines().findFirst().orElse("").strip());
        }
        return answer.body();
    }

    private HttpRequest request(String method, String path, HttpRequest.BodyPublisher body, Duration atMost) {
        return HttpRequest.newBuilder(address.resolve(path))
                .method(method, body)
                .header("Authorization", "Bearer " + token)
                .timeout(atMost)
                .build();
    }

    private static <T> T read(byte[] json, Class<T> type) throws IOException {
        try {
            return JSON.readValue(json, type);
        } catch (JacksonException e) {
            throw new IOException("answers with no " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }
}
