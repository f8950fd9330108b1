package io.birdseye.loadtest.trial;

import io.birdseye.model.Latency;
import io.birdseye.model.Layout;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What one request does.
 *
 * @param upstreamDelay the delay of every upstream; with a scenario the mean of the slowest
 * @param memoryMegabytes the article's label for the shared memory
 * @param layout of the shared lists
 * @param scenario whose tree is measured; empty for the main article's
 */
public record Work(Duration upstreamDelay, double memoryMegabytes, Layout layout, Optional<ScenarioFile> scenario) {

    public Work {
        if (upstreamDelay.isNegative()) {
            throw new IllegalArgumentException("the delay must not be negative, but is " + upstreamDelay);
        }
    }

    /** The main article's tree. */
    public static Work article(Duration upstreamDelay, double memoryMegabytes, Layout layout) {
        return new Work(upstreamDelay, memoryMegabytes, layout, Optional.empty());
    }

    /** The tree of a scenario, if there is one: what it says of upstreams and CPU work replaces the three others. */
    public Work withScenario(Optional<ScenarioFile> file) {
        return file.map(this::withScenario).orElse(this);
    }

    private Work withScenario(ScenarioFile file) {
        double slowestMs = file.meanCallMs().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        Optional<CpuStage.Multiply> shared = file.articleTree();
        return new Work(
                Duration.ofNanos(Math.round(slowestMs * 1e6)),
                shared.map(multiply -> multiply.multiply().megabytes()).orElse(0.0),
                shared.map(CpuStage.Multiply::layout).orElse(layout),
                Optional.of(file));
    }

    /** The latencies of each group's calls, as configured; the main article's tree has two groups of two. */
    public List<List<Latency>> upstreams() {
        Latency each = new Latency.Fixed(upstreamDelay.toNanos() / 1e6);
        return scenario
                .map(file -> file.scenario().groups().stream()
                        .map(group -> group.calls().stream().map(Scenario.Call::toLastByte).toList())
                        .toList())
                .orElseGet(() -> Collections.nCopies(2, Collections.nCopies(2, each)));
    }

    /** Whether some requests fail because the upstreams are told to. */
    public boolean mayFail() {
        return scenario.map(ScenarioFile::mayFail).orElse(false);
    }
}
