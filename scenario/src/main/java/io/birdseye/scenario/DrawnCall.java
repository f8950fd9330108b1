package io.birdseye.scenario;

import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.Durations;
import io.birdseye.scenario.Scenario.Call;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A call of one request with the random time of all its attempts, of which the last one answers or fails for good. */
public record DrawnCall(Call call, double ownMs, boolean fails, @Nullable DrawnCall then) {

    /**
     * Null if the request does not make it. A call without a policy draws its time and, before it, its faults if they are
     * asked for; a timeout ends the upstream and the time beyond it.
     */
    public static @Nullable DrawnCall of(Call call, double beyondMs, boolean faults, RandomGenerator random) {
        double probability = call.policy().probability();
        if (probability < 1 && random.nextDouble() >= probability) {
            return null;
        }
        Duration timeout = call.policy().timeout();
        double timeoutMs = timeout == null ? Double.POSITIVE_INFINITY : Durations.ms(timeout);
        Retry retry = call.policy().retry();
        double ownMs = 0;
        boolean fails = true;
        boolean again = true;
        for (int attempt = 0; again && attempt <= retry.times(); attempt++) {
            double failure = faults ? random.nextDouble() : 1;
            double ms = call.toLastByte().drawMs(random) + beyondMs;
            boolean late = ms > timeoutMs;
            fails = late || failure < call.failing(_ -> true);
            again = late ? retry.on().contains(Retry.TIMEOUT) : failure < call.failing(retry.on()::contains);
            ownMs += Math.min(ms, timeoutMs);
        }
        return new DrawnCall(call, ownMs, fails, call.then() == null ? null : of(call.then(), beyondMs, faults, random));
    }

    /** The time until a chain of a request has ended or failed; 0 if it is not made. */
    public static double chainMs(Call first, double beyondMs, boolean faults, RandomGenerator random) {
        DrawnCall drawn = of(first, beyondMs, faults, random);
        return drawn == null ? 0 : drawn.ms();
    }

    private double ms() {
        return ownMs + (then == null || fails ? 0 : then.ms());
    }
}
