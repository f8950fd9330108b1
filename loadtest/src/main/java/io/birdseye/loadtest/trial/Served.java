package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.model.Durations;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Settings.ScenarioUsed.PoolUsed;
import io.birdseye.report.result.Settings.ServiceUsed;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Birdseye's service: distinct strategies and what they may use, a request's work, how it runs, and its axes. */
public record Served(List<String> strategies, Budgets budgets, Work work, ServiceOptions service, List<Axis> axes)
        implements Subject {

    private static final Duration BEYOND_DEADLINE = Duration.ofSeconds(5);
    private static final double OVERHEAD_SECONDS = 7;

    /** The largest pools that a request may ask for, unless larger ones are measured. */
    private static final int MAX_POOL = 1_000;

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

    @Override
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

    public Setup setup(RowKey row) {
        return setups().stream()
                .filter(setup -> setup.axes().equals(row.axes()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(row.label() + " is not among what is measured"));
    }

    @Override
    public List<RowKey> rows() {
        List<Setup> setups = setups();
        return strategies.stream()
                .flatMap(strategy -> setups.stream().map(setup -> new RowKey(strategy, setup.axes())))
                .toList();
    }

    /** What the service is told by its arguments, wherever it runs; {@code scenario} is the path of the work's file. */
    public List<String> serviceArguments(int port, String upstream, String scenario) {
        String maxInFlight = Integer.toString(service.maxInFlight());
        List<String> arguments = new ArrayList<>(List.of(
                "--port", Integer.toString(port), "--upstream", upstream,
                "--http-threads", Integer.toString(service.httpThreads()), "--default-max-in-flight", maxInFlight,
                "--http-queue", maxInFlight, "--memory-sizes", OverviewRequest.plain(work.memoryMegabytes())));
        if (work.scenario().isPresent()) {
            arguments.addAll(List.of("--scenario", scenario));
        }
        if (budgets instanceof Budgets.Equal(int io, int cpu)) {
            arguments.addAll(List.of(
                    "--max-io", Integer.toString(Math.max(MAX_POOL, io)),
                    "--max-cpu", Integer.toString(Math.max(MAX_POOL, cpu))));
        }
        service.deadline().ifPresent(time -> arguments.addAll(List.of("--deadline", Durations.format(time))));
        return arguments;
    }

    /** The request of all trials of a strategy, where nothing else is varied. */
    public OverviewRequest request(String strategy) {
        return request(strategy, work.layout());
    }

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

    @Override
    public Served only(String name) {
        return new Served(List.of(name), budgets, work, service, axes);
    }

    /** Longer than the service itself waits, so that its 504 is seen. */
    @Override
    public Duration requestTimeout() {
        return service.deadline().orElse(Scenario.DEFAULT_DEADLINE).plus(BEYOND_DEADLINE);
    }

    @Override
    public Settings described(Load load, Settings.Run run, ValidityBounds validity, Settings.Options options) {
        String kind = switch (budgets) {
            case Budgets.Equal(int _, int _) -> "equal";
            case Budgets.Published() -> "published";
        };
        return new Settings(
                load,
                new ServiceUsed(
                        Durations.ms(work.upstreamDelay()), work.memoryMegabytes(), work.layout().label(), kind, service.httpThreads()),
                run,
                validity,
                work.scenario()
                        .map(file -> new Settings.ScenarioUsed(file.scenario().name(), file.text(), file.failingShare(),
                                file.scenario().poolMs().entrySet().stream()
                                        .map(pool -> new PoolUsed(pool.getKey().name(), pool.getKey().size(), pool.getValue())).toList()))
                        .orElse(null),
                null,
                options.varying(axes.stream().map(Axis::used).toList()));
    }

    private record Conditions(List<String> undelayed, Budgets budgets, ServiceOptions service) {}

    @Override
    public Record conditions() {
        return new Conditions(work.undelayed(), budgets, service);
    }

    @Override
    public double trialSeconds(LoadPlan load) {
        return Subject.seconds(load, OVERHEAD_SECONDS);
    }
}
