package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.loadtest.client.OverviewRequest.BudgetChoice;
import java.util.List;
import java.util.Optional;

/**
 * What is measured: strategies, what they may use, what a request does, and how the service runs.
 *
 * @param strategies their names, none of them twice
 */
public record Served(List<String> strategies, Budgets budgets, Work work, ServiceOptions service) {

    public Served {
        strategies = List.copyOf(strategies);
        if (strategies.isEmpty() || strategies.stream().distinct().count() != strategies.size()) {
            throw new IllegalArgumentException("strategies must be at least one, and none twice, but are " + strategies);
        }
    }

    public Served withStrategies(List<String> others) {
        return new Served(others, budgets, work, service);
    }

    /** The request of all trials of a strategy. */
    public OverviewRequest request(String strategy) {
        BudgetChoice budget = switch (budgets) {
            case Budgets.Equal(int io, int cpu) -> new BudgetChoice.Pools(Optional.of(io), Optional.of(cpu));
            case Budgets.Published() -> new BudgetChoice.Published();
        };
        return new OverviewRequest(
                strategy, budget, work.memoryMegabytes(), work.layout().label(), Optional.empty(), Optional.empty());
    }
}
