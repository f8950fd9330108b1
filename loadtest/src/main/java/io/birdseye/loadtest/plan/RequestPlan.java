package io.birdseye.loadtest.plan;

import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an injector sends, and when, as its coordinator sends it in JSON: steps and users of all injectors together, the
 * seed of {@link TextTemplate}, and how many connections the light client may have, which sends the first request only;
 * 0 for Gatling.
 */
public record RequestPlan(
        List<Request> requests, List<Schedule.Step> steps, int users, Duration requestTimeout, long seed, Share share,
        int lightConnections) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public RequestPlan {
        requests = List.copyOf(requests);
        steps = List.copyOf(steps);
        if (requests.isEmpty() || steps.stream().noneMatch(Schedule.Step::measured)) {
            throw new IllegalArgumentException("a plan needs a request and a measured step");
        }
        if (lightConnections < 0) {
            throw new IllegalArgumentException("connections must be 0 or more, but are " + lightConnections);
        }
    }

    /** Of all injectors, that send with Gatling. */
    public RequestPlan(
            List<Request> requests, List<Schedule.Step> steps, int users, Duration requestTimeout, long seed) {
        this(requests, steps, users, requestTimeout, seed, Share.WHOLE, 0);
    }

    /** Of all injectors, that send one request again and again with the light client. */
    public static RequestPlan light(
            String url, List<Schedule.Step> steps, int users, Duration requestTimeout, int connections) {
        Request request = new Request("light", "GET", url, List.of(), null, Expectation.OK);
        return new RequestPlan(List.of(request), steps, users, requestTimeout, 0, Share.WHOLE, connections);
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
