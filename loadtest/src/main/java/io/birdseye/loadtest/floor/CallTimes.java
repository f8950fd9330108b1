package io.birdseye.loadtest.floor;

import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.report.result.Floor;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.scenario.Scenario.Call;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How long the calls of a request take by their configuration, chain by chain, where nothing waits and no fault is drawn:
 * calls that only some requests make count in their share.
 */
public record CallTimes(List<Call> chains) {

    /** So many draws tell a median to within half a percent. */
    private static final int DRAWS = 100_001;

    public CallTimes {
        chains = List.copyOf(chains);
    }

    /** Each chain by itself, the slowest, and all after one another; without combinations and CPU time. */
    public Floor floor() {
        return new Floor(
                chains.stream().map(chain -> new CallTimes(List.of(chain)).slowestMs()).toList(), List.of(), 0,
                chains.stream().map(Call::meanMs).toList(), List.of(), slowestMs(), inTurnMs(), 0);
    }

    /** Whether every request makes the same calls, each of which always takes the same time. */
    boolean areFixed() {
        return chains.stream().allMatch(CallTimes::isFixed);
    }

    static boolean isFixed(Call chain) {
        return chain.chain().stream().allMatch(call -> call.latency() instanceof Latency.Fixed
                && call.policy().probability() == 1 && call.policy().timeout() == null);
    }

    /** The median of the slowest chain's time: of one that is made once in closed form, of others as drawn. */
    double slowestMs() {
        boolean plain = chains.stream().allMatch(chain -> chain.then() == null && chain.policy().probability() == 1
                && chain.policy().timeout() == null);
        return plain
                ? Quantiles.slowestMs(chains.stream().map(Call::toLastByte).toList(), 0.5)
                : median(random -> chains.stream().mapToDouble(chain -> drawMs(chain, random)).max().orElse(0));
    }

    /** The median of the sum, which has no closed form. */
    double inTurnMs() {
        return median(random -> chains.stream().mapToDouble(chain -> drawMs(chain, random)).sum());
    }

    private static double median(ToDoubleFunction<Random> draw) {
        Random random = new Random(1);
        double[] draws = new double[DRAWS];
        Arrays.setAll(draws, _ -> draw.applyAsDouble(random));
        Arrays.sort(draws);
        return draws[DRAWS / 2];
    }

    private static double drawMs(@Nullable Call call, RandomGenerator random) {
        if (call == null || call.policy().probability() < 1 && random.nextDouble() >= call.policy().probability()) {
            return 0;
        }
        double limit = call.policy().timeout() == null ? Double.POSITIVE_INFINITY : Durations.ms(call.policy().timeout());
        int attempts = call.policy().retry().on().contains(Retry.TIMEOUT) ? 1 + call.policy().retry().times() : 1;
        double ms = 0;
        for (int attempt = 0; attempt < attempts; attempt++) {
            double drawn = call.toLastByte().drawMs(random);
            ms += Math.min(drawn, limit);
            if (drawn <= limit) {
                return ms + drawMs(call.then(), random);
            }
        }
        return ms;
    }
}
