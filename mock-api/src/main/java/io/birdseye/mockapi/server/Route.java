package io.birdseye.mockapi.server;

import io.birdseye.mockapi.settings.RouteSettings;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * One route as it is served now. New settings make a new one, whose requests are counted from 0 again.
 *
 * @param settings with the defaults filled in
 * @param ordinal of the next request; with the seed and the name it decides the random draws of that request
 */
record Route(
        String name, PreparedBody body, Counters counters, long seed, RouteSettings settings, AtomicLong ordinal) {

    /** What a route has answered since the start. New settings leave them as they are. */
    record Counters(LongAdder requests, LongAdder errorStatuses, LongAdder faults) {

        Counters() {
            this(new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    Draws draw(RouteSettings effective) {
        return Draws.of(seed, name, ordinal.getAndIncrement(), effective);
    }
}
