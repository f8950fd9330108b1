package io.birdseye.loadtest.plan;

import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.model.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an injector sends, and when, as its coordinator sends it in JSON: steps and users of all injectors together, the
 * seed of {@link TextTemplate}, and how many connections to one host the light client may have; 0 for Gatling.
 */
public record RequestPlan(
        List<Request> requests, List<Schedule.Step> steps, int users, Duration requestTimeout, long seed, Share share,
        int lightConnections) {

    private static final int CONNECTIONS = 4_000;
    private static final int MAX_CONNECTIONS = 28_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public RequestPlan {
        requests = List.copyOf(requests);
        steps = List.copyOf(steps);
        if (requests.isEmpty() || steps.stream().noneMatch(Schedule.Step::measured)) {
            throw new IllegalArgumentException("a plan needs a request and a measured step");
        }
        if (lightConnections < 0 || lightConnections > MAX_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "connections must be 0 to " + MAX_CONNECTIONS + ", the ports of one address, but are " + lightConnections);
        }
    }

    /** Of all injectors, that send with Gatling. */
    public RequestPlan(
            List<Request> requests, List<Schedule.Step> steps, int users, Duration requestTimeout, long seed) {
        this(requests, steps, users, requestTimeout, seed, Share.WHOLE, 0);
    }

    /** Of one load that the light client sends: one request again and again, with a timeout of 30 s. */
    public static RequestPlan light(String url, List<Schedule.Step> steps, int users) {
        Request request = new Request("light", "GET", url, List.of(), null, Expectation.OK);
        return new RequestPlan(List.of(request), steps, users, TIMEOUT, 0).by(LoadEngine.LIGHT);
    }

    /** A load of one window, without a warm-up. */
    public static RequestPlan light(String url, Load load, Duration window) {
        return light(url, Schedule.steps(load, WarmUp.none(), window, 1), load.users());
    }

    /** With a connection for each user as far as there are ports, or up to 4,000 in the open model, where the light client sends. */
    public RequestPlan by(LoadEngine engine) {
        return withConnections(engine != LoadEngine.LIGHT ? 0 : users > 0 ? Math.min(users, MAX_CONNECTIONS) : CONNECTIONS);
    }

    public RequestPlan withConnections(int light) {
        return new RequestPlan(requests, steps, users, requestTimeout, seed, share, light);
    }

    public RequestPlan withTimeout(Duration timeout) {
        return new RequestPlan(requests, steps, users, timeout, seed, share, lightConnections);
    }

    public Schedule schedule() {
        return Schedule.of(steps, users, share);
    }

    public RequestPlan with(Share other) {
        return new RequestPlan(requests, steps, users, requestTimeout, seed, other, lightConnections);
    }

    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    /** @throws IOException if it is no plan */
    public static RequestPlan fromJson(String json) throws IOException {
        try {
            return JSON.readValue(json, RequestPlan.class);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }
}
