package io.birdseye.loadtest.trial;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How the service runs. As many requests as it admits may wait for an HTTP thread; no deadline is its default. */
public record ServiceOptions(int maxInFlight, int httpThreads, Optional<Duration> deadline, List<String> jvmFlags) {

    public ServiceOptions {
        jvmFlags = List.copyOf(jvmFlags);
        if (maxInFlight < 1 || httpThreads < 1) {
            throw new IllegalArgumentException("max in flight and HTTP threads must be at least 1, but are "
                    + maxInFlight + " and " + httpThreads);
        }
    }
}
