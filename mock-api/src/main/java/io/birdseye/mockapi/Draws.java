package io.birdseye.mockapi;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The random numbers of one request. They depend on nothing but the seed, the route, and how many requests the route
 * has had since its settings were set: the k-th request is answered alike in every run, whichever thread serves it.
 *
 * <p>The order within a request is fixed: status, fault, delay, then the bytes of a fault. Status and fault take a
 * number even where nothing can come of it, so that a changed probability moves no delay.
 *
 * @param status the error that is answered in place of the data, null for the data
 * @param fault what breaks the answer, null if nothing does; it goes before the status
 * @param garbage seeds the bytes of a fault
 */
record Draws(@Nullable StatusRule status, @Nullable FaultRule fault, long delayNanos, SplittableRandom garbage) {

    static Draws of(long seed, String route, long ordinal, Behaviour behaviour) {
        SplittableRandom random =
                new SplittableRandom(mix(mix(mix(seed) + route.hashCode()) + ordinal));
        double forStatus = random.nextDouble();
        double forFault = random.nextDouble();
        Latency latency = behaviour.latency();
        long delayNanos = latency == null ? 0 : latency.delay().drawNanos(random);
        StatusRule status = behaviour.status();
        FaultRule fault = behaviour.fault();
        return new Draws(
                status != null && status.isError() && forStatus < status.probability() ? status : null,
                fault != null && forFault < fault.probability() ? fault : null,
                delayNanos,
                random);
    }

    /** Makes near seeds far ones: the finaliser of MurmurHash3, in David Stafford's 13th variant. */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }
}
