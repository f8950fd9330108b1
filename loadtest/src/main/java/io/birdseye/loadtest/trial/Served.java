package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.client.OverviewRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /** The request of all trials of a strategy. */
    public OverviewRequest request(String strategy) {
        Map<String, String> query = new HashMap<>(switch (budgets) {
            case Budgets.Equal(int io, int cpu) ->
                    Map.of("ioPoolSize", Integer.toString(io), "cpuPoolSize", Integer.toString(cpu));
            case Budgets.Published() -> Map.of("budget", "published");
        });
        query.put("sharedMemory", OverviewRequest.plain(work.memoryMegabytes()));
        query.put("layout", work.layout().label());
        return new OverviewRequest(strategy, query);
    }
}
