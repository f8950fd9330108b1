package io.birdseye.mockapi;

import io.birdseye.model.Fault;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

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

    /**
     * The random numbers of one request. They depend only on the seed, the route, and how many requests the route has
     * had since its settings were set: the k-th request is answered alike in every run, whichever thread serves it.
     *
     * <p>The order within a request is fixed: status, fault, delay, then the bytes of a fault. Status and fault take a
     * number even where none is set, so that a changed probability changes no delay.
     *
     * @param status what is answered, 200 for the data
     * @param fault what breaks the answer, null if nothing does; it goes before the status
     * @param garbage the generator of the bytes of a fault
     */
    record Draws(int status, @Nullable Fault fault, long delayNanos, SplittableRandom garbage) {

        static Draws of(long seed, String route, long ordinal, RouteSettings settings) {
            SplittableRandom random = new SplittableRandom(mix(mix(mix(seed) + route.hashCode()) + ordinal));
            int status = settings.statusAt(random.nextDouble());
            Fault fault = settings.faultAt(random.nextDouble());
            return new Draws(status, fault, settings.drawDelayNanos(random), random);
        }
    }

    Draws draw(RouteSettings effective) {
        return Draws.of(seed, name, ordinal.getAndIncrement(), effective);
    }

    /** Gives neighbouring seeds distant values: the finaliser of MurmurHash3, in David Stafford's 13th variant. */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }
}
