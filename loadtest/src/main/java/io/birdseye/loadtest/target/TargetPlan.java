package io.birdseye.loadtest.target;

import io.birdseye.loadtest.generate.Schedule;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an injector sends, and when: the file that it is started with.
 *
 * @param requests the variants that steps refer to
 * @param users of the closed model; 0 in the open model
 * @param requestTimeoutMillis after which a request has failed
 * @param seed of what {@link DrawnText} draws
 */
public record TargetPlan(
        List<TargetRequest> requests, List<TimedStep> steps, int users, long requestTimeoutMillis, long seed) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A phase of the load.
     *
     * @param measured whether it is recorded
     * @param ratePerSecond 0 in the closed model
     * @param pauseMillis after it
     * @param variant counts from 0
     */
    public record TimedStep(boolean measured, double ratePerSecond, long millis, long pauseMillis, int variant) {

        private Schedule.Step step() {
            return new Schedule.Step(
                    measured, ratePerSecond, Duration.ofMillis(millis), Duration.ofMillis(pauseMillis), variant);
        }
    }

    public TargetPlan {
        requests = List.copyOf(requests);
        steps = List.copyOf(steps);
        if (steps.stream().noneMatch(TimedStep::measured)) {
            throw new IllegalArgumentException("a plan needs a measured step");
        }
    }

    /** When which request is due. */
    public Schedule schedule() {
        List<Schedule.Step> all = steps.stream().map(TimedStep::step).toList();
        return users > 0 ? Schedule.steps(all, users) : Schedule.steps(all);
    }

    public Duration requestTimeout() {
        return Duration.ofMillis(requestTimeoutMillis);
    }

    /** The content of the file. */
    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    /** @throws IOException if it is no plan */
    public static TargetPlan fromJson(String json) throws IOException {
        try {
            return JSON.readValue(json, TargetPlan.class);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }
}
