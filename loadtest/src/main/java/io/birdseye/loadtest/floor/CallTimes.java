package io.birdseye.loadtest.floor;

import io.birdseye.model.Latency;
import io.birdseye.report.result.Floor;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.scenario.DrawnCall;
import io.birdseye.scenario.Scenario.Call;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

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
                : median(Math::max);
    }

    /** The median of the sum, which has no closed form. */
    double inTurnMs() {
        return median(Double::sum);
    }

    private double median(DoubleBinaryOperator ofChains) {
        Random random = new Random(1);
        return Quantiles.ofDraws(DRAWS, 0.5, () -> chains.stream()
                .mapToDouble(chain -> DrawnCall.chainMs(chain, 0, false, random)).reduce(0, ofChains));
    }
}
