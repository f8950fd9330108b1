package io.birdseye.planning.simulation;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A call of one request with the random time of all its attempts, of which the last one answers or fails for good. */
record DrawnCall(RequestWork.Call call, double ownMs, boolean fails, @Nullable DrawnCall then) {

    /** Null if the request does not make it. A call without a policy draws two numbers: whether it fails, and its time. */
    static @Nullable DrawnCall of(RequestWork.Call call, RandomGenerator random) {
        double probability = call.policy().probability();
        if (probability < 1 && random.nextDouble() >= probability) {
            return null;
        }
        double ownMs = 0;
        boolean fails = true;
        boolean again = true;
        for (int attempt = 0; again && attempt <= call.policy().retry().times(); attempt++) {
            double failure = random.nextDouble();
            double ms = call.upstream().drawMs(random) + call.transportMs();
            boolean late = ms > call.timeoutMs();
            fails = late || failure < call.failureRate();
            again = late ? call.triesLateAgain() : failure < call.triedAgain();
            ownMs += Math.min(ms, call.timeoutMs());
        }
        return new DrawnCall(call, ownMs, fails, call.then() == null ? null : of(call.then(), random));
    }

    double upstreamMs() {
        return ownMs + (then == null || fails ? 0 : then.upstreamMs());
    }
}
