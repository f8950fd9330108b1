package io.birdseye.loadtest.trial;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the service runs.
 *
 * @param maxInFlight how many requests it admits at once, and how many more may wait for an HTTP thread
 * @param deadline after which it gives a request up; empty for its default
 * @param jvmFlags heap, collector and the like
 */
public record ServiceOptions(int maxInFlight, int httpThreads, Optional<Duration> deadline, List<String> jvmFlags) {

    public ServiceOptions {
        jvmFlags = List.copyOf(jvmFlags);
        if (maxInFlight < 1 || httpThreads < 1) {
            throw new IllegalArgumentException("max in flight and HTTP threads must be at least 1, but are "
                    + maxInFlight + " and " + httpThreads);
        }
    }
}
