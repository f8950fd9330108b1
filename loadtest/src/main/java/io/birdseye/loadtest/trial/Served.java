package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.axis.Axis;
import io.birdseye.loadtest.axis.Setup;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.model.Layout;
import io.birdseye.report.result.RowKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is measured: strategies, what they may use, what a request does, and how the service runs.
 *
 * @param strategies their names, none of them twice
 * @param axes what else is chosen or varied, over what {@code work} and {@code service} say
 */
public record Served(List<String> strategies, Budgets budgets, Work work, ServiceOptions service, List<Axis> axes) {

    /** Nothing but strategies is varied. */
    public Served(List<String> strategies, Budgets budgets, Work work, ServiceOptions service) {
        this(strategies, budgets, work, service, List.of());
    }

    public Served {
        strategies = List.copyOf(strategies);
        axes = List.copyOf(axes);
        if (strategies.isEmpty() || strategies.stream().distinct().count() != strategies.size()) {
            throw new IllegalArgumentException("strategies must be at least one, and none twice, but are " + strategies);
        }
    }

    /** Every combination of axis values; one where nothing is varied. */
    public List<Setup> setups() {
        List<Setup> setups = List.of(new Setup(
                Collections.emptySortedMap(), Optional.empty(), service.jvmFlags(), work.layout(), List.of()));
        for (Axis axis : axes) {
            setups = setups.stream()
                    .flatMap(setup -> axis.values().stream().map(value -> changed(setup, axis, value)))
                    .toList();
        }
        return setups;
    }

    private static Setup changed(Setup setup, Axis axis, Axis.Value value) {
        Setup changed = value.change().apply(setup);
        SortedMap<String, String> names = new TreeMap<>(changed.axes());
        if (axis.isVaried()) {
            names.put(axis.name(), value.label());
        }
        return new Setup(
                Collections.unmodifiableSortedMap(names), changed.jdk(), changed.jvmFlags(), changed.layout(),
                changed.arguments());
    }

    /** The combination of a row. */
    public Setup setup(RowKey row) {
        return setups().stream()
                .filter(setup -> setup.axes().equals(row.axes()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(row.label() + " is not among what is measured"));
    }

    /** What is compared: each strategy with each combination of axis values. */
    public List<RowKey> rows() {
        List<Setup> setups = setups();
        return strategies.stream()
                .flatMap(strategy -> setups.stream().map(setup -> new RowKey(strategy, setup.axes())))
                .toList();
    }

    /** The request of all trials of a strategy, where nothing else is varied. */
    public OverviewRequest request(String strategy) {
        return request(strategy, work.layout());
    }

    /** The request of all trials of a row. */
    public OverviewRequest request(RowKey row) {
        return request(row.strategy(), setup(row).layout());
    }

    private OverviewRequest request(String strategy, Layout layout) {
        Map<String, String> query = new HashMap<>(switch (budgets) {
            case Budgets.Equal(int io, int cpu) ->
                    Map.of("ioPoolSize", Integer.toString(io), "cpuPoolSize", Integer.toString(cpu));
            case Budgets.Published() -> Map.of("budget", "published");
        });
        query.put("sharedMemory", OverviewRequest.plain(work.memoryMegabytes()));
        query.put("layout", layout.label());
        return new OverviewRequest(strategy, query);
    }
}
