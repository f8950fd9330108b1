package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.floor.CallTimes;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.DataSize;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Faults;
import io.birdseye.scenario.MockSettings;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What one request does: the calls of a scenario, whose slowest mean is the delay, or the main article's tree, some of
 * whose upstreams may answer at once. Memory is the article's label.
 */
public record Work(
        Duration upstreamDelay, double memoryMegabytes, Layout layout, Optional<ScenarioFile> scenario,
        List<String> undelayed) {

    public Work {
        undelayed = List.copyOf(undelayed);
        if (upstreamDelay.isNegative()) {
            throw new IllegalArgumentException("the delay must not be negative, but is " + upstreamDelay);
        }
    }

    public static Work article(Duration upstreamDelay, double memoryMegabytes, Layout layout) {
        return new Work(upstreamDelay, memoryMegabytes, layout, Optional.empty(), List.of());
    }

    /** The main article's tree, where these upstreams answer at once. */
    public Work undelayed(String... upstreams) {
        return new Work(upstreamDelay, memoryMegabytes, layout, scenario, List.of(upstreams));
    }

    /** The settings file of mock-api; empty where its arguments say all. */
    public Optional<String> mockSettings(long seed) {
        return scenario.map(file -> MockSettings.json(file, seed));
    }

    /** What mock-api is told by its arguments, wherever it runs; {@code settings} is the path of {@link #mockSettings}. */
    public List<String> mockArguments(int port, long seed, String settings) {
        String others = undelayed.stream().map(upstream -> "," + upstream + "=0ms").collect(Collectors.joining());
        List<String> arguments =
                new ArrayList<>(List.of("--port", Integer.toString(port), "--seed", Long.toString(seed)));
        arguments.addAll(scenario.isPresent()
                ? List.of("--settings", settings)
                : List.of("--delay", upstreamDelay.toNanos() / 1_000 + "us" + others));
        return arguments;
    }

    /** The tree of a scenario, if there is one: what it says of upstreams and CPU work replaces the three others. */
    public Work withScenario(Optional<ScenarioFile> file) {
        return file.map(found -> of(found, layout)).orElse(this);
    }

    /** The calls of a scenario. */
    static Work of(ScenarioFile file) {
        return of(file, Layout.BOXED);
    }

    private static Work of(ScenarioFile file, Layout layout) {
        double slowestMs = file.meanCallMs().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        Optional<CpuStage.Multiply> shared = file.articleTree();
        return new Work(
                Duration.ofNanos(10_000 * Math.round(slowestMs * 100)),
                shared.map(multiply -> multiply.multiply().megabytes()).orElse(0.0),
                shared.map(CpuStage.Multiply::layout).orElse(layout),
                Optional.of(file),
                List.of());
    }

    /** The calls of each group, as configured; the main article's tree has two groups of two. */
    public List<List<Scenario.Call>> upstreams() {
        return scenario
                .map(file -> file.scenario().groups().stream().map(Scenario.Group::calls).toList())
                .orElseGet(() -> List.of(
                        List.of(articles("posts"), articles("comments")), List.of(articles("albums"), articles("photos"))));
    }

    private Scenario.Call articles(String upstream) {
        return new Scenario.Call(
                upstream, undelayed.contains(upstream) ? Latency.Fixed.ZERO : new Latency.Fixed(Durations.ms(upstreamDelay)),
                DataSize.NONE, Faults.NONE, CallPolicy.ONCE, null);
    }

    CallTimes calls() {
        return new CallTimes(upstreams().stream().flatMap(List::stream).toList());
    }

    /** Whether some requests make calls that others do not, so that answers differ. */
    boolean variesItsCalls() {
        return scenario.isPresent() && scenario.get().scenario().calls().stream().anyMatch(call -> call.policy().probability() < 1);
    }

    /** Whether some requests fail because the upstreams are told to. */
    public boolean mayFail() {
        return scenario.map(ScenarioFile::mayFail).orElse(false);
    }
}
