package io.birdseye.mockapi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One route as it is served now: its data, what it does, and how many requests it has had. */
final class Route {

    private final Resource resource;
    private final Counters counters;
    private final long seed;
    private final Behaviour behaviour;
    private final AtomicLong ordinal = new AtomicLong();

    Route(Resource resource, Counters counters, Settings settings) {
        this.resource = resource;
        this.counters = counters;
        this.seed = settings.seed();
        this.behaviour = settings.of(resource.name());
    }

    /** What a route has answered since the start; outlives a change of settings. */
    record Counters(LongAdder requests, LongAdder errorStatuses, LongAdder faults) {

        Counters() {
            this(new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    Resource resource() {
        return resource;
    }

    Counters counters() {
        return counters;
    }

    Behaviour behaviour(Behaviour ofRequest) {
        return ofRequest.orElse(behaviour);
    }

    Draws draw(Behaviour effective) {
        return Draws.of(seed, resource.name(), ordinal.getAndIncrement(), effective);
    }
}
