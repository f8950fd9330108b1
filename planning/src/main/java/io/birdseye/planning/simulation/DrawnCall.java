package io.birdseye.planning.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A call of one request with the random times of its attempts, of which the last one answers or fails for good. */
record DrawnCall(RequestWork.Call call, List<Double> attemptMs, boolean fails, @Nullable DrawnCall then) {

    /** Null if the request does not make it. A call without a policy draws two numbers: whether it fails, and its time. */
    static @Nullable DrawnCall of(RequestWork.Call call, RandomGenerator random) {
        double probability = call.policy().probability();
        if (probability < 1 && random.nextDouble() >= probability) {
            return null;
        }
        List<Double> attempts = new ArrayList<>(1);
        boolean fails = true;
        boolean again = true;
        while (again && attempts.size() <= call.policy().retry().times()) {
            double failure = random.nextDouble();
            double ms = call.upstream().drawMs(random) + call.transportMs();
            boolean late = ms > call.timeoutMs();
            fails = late || failure < call.failureRate();
            again = late ? call.triesLateAgain() : failure < call.triedAgain();
            attempts.add(Math.min(ms, call.timeoutMs()));
        }
        return new DrawnCall(call, attempts, fails, call.then() == null ? null : of(call.then(), random));
    }

    /** All attempts, without waits between them. */
    double ownMs() {
        double ms = 0;
        for (double attempt : attemptMs) {
            ms += attempt;
        }
        return ms;
    }

    double upstreamMs() {
        return ownMs() + (then == null || fails ? 0 : then.upstreamMs());
    }
}
