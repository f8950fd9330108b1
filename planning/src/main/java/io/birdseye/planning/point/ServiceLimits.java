package io.birdseye.planning.point;

import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.model.Budget;
import io.birdseye.model.Sizing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The pools and limits of a measured service. A limit that is empty is computed from the load, see {@link Sizing}. */
public record ServiceLimits(
        Optional<Integer> io, Optional<Integer> cpu, Optional<Integer> maxInFlight, Optional<Integer> httpThreads) {

    public static ServiceLimits of(int io, int cpu, int maxInFlight, int httpThreads) {
        return new ServiceLimits(Optional.of(io), Optional.of(cpu), Optional.of(maxInFlight), Optional.of(httpThreads));
    }

    /** These limits, with those of a scenario's budget where these are empty. */
    public ServiceLimits or(Optional<Budget> budget) {
        return new ServiceLimits(
                io.or(() -> budget.map(Budget::ioConcurrency)),
                cpu.or(() -> budget.map(Budget::cpuConcurrency)),
                maxInFlight.or(() -> budget.map(Budget::maxInFlight)),
                httpThreads);
    }

    public Budgets.Equal budgets(Sizing sizing) {
        return new Budgets.Equal(io.orElse(sizing.ioConcurrency()), cpu.orElse(sizing.cpuConcurrency()));
    }

    public ServiceOptions service(Sizing sizing, Duration deadline, List<String> jvmFlags) {
        return new ServiceOptions(
                maxInFlight.orElse(sizing.maxInFlight()), httpThreads.orElse(sizing.httpThreads()),
                Optional.of(deadline), jvmFlags);
    }
}
