package io.birdseye.mockapi;

import org.jspecify.annotations.Nullable;

/**
 * How a route answers. What is null is taken from the default of all routes, and what is null there does not happen.
 *
 * @param latency delay and dribble go together: a route that names one of them takes neither from the default
 */
public record Behaviour(@Nullable Latency latency, @Nullable StatusRule status, @Nullable FaultRule fault) {

    static final Behaviour UNCHANGED = new Behaviour(null, null, null);

    Behaviour orElse(Behaviour defaults) {
        return new Behaviour(
                latency != null ? latency : defaults.latency,
                status != null ? status : defaults.status,
                fault != null ? fault : defaults.fault);
    }

    Behaviour withLatency(Latency replacement) {
        return new Behaviour(replacement, status, fault);
    }

    Behaviour withStatus(StatusRule replacement) {
        return new Behaviour(latency, replacement, fault);
    }

    Behaviour withFault(FaultRule replacement) {
        return new Behaviour(latency, status, replacement);
    }
}
