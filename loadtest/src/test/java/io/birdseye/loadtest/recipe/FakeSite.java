package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.injectors.LogFiles;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.Setup;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.model.Budget;
import io.birdseye.model.Machine;
import io.birdseye.model.Topology;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A place where trials take no time. Each is right, unless it is to fail. */
final class FakeSite implements Site {

    static final Provenance HERE = new Provenance(
            "c0ffee", new Machine(2, "cpu", 1, "Linux", "6.1", "25"), "vm", Map.of("birdseye-service.jar", "a1"));

    /** What it has measured, in this order. */
    final List<String> measured = new ArrayList<>();

    /** How often it was asked to measure. */
    int loads;

    /** The seeds of the arrivals in what was measured of each block: equal seeds give equal times. */
    final Map<Integer, Set<@Nullable Long>> arrivals = new TreeMap<>();

    private final Provenance provenance;
    private UnaryOperator<String> failing = label -> "";
    private double startLagMs;
    private boolean interrupted;

    FakeSite() {
        this(HERE);
    }

    FakeSite(Provenance provenance) {
        this.provenance = provenance;
    }

    /** @param reason why a trial fails, by the label of its row, or a calibration; empty where it does not */
    FakeSite failing(UnaryOperator<String> reason) {
        failing = reason;
        return this;
    }

    /** By so much each injector is late; one more millisecond with each trial. */
    FakeSite late(double millis) {
        startLagMs = millis;
        return this;
    }

    /** What it has measured beside floors. */
    List<String> trials() {
        return measured.stream().filter(what -> !what.startsWith("floor")).toList();
    }

    /** From the next trial on. */
    void interrupt() {
        interrupted = true;
    }

    @Override
    public Provenance provenance() {
        return provenance;
    }

    @Override
    public int injectors() {
        return 1;
    }

    @Override
    public int processors() {
        return 2;
    }

    @Override
    public Session open(Path out, long seed) {
        TrialStore store = new TrialStore(out);
        return new Session() {
            @Override
            public <R> R run(Task<R> task, int lane, Consumer<String> phase) throws TrialFailure, IOException {
                return task.result().cast(switch (task) {
                    case Task.Measure measure -> measured(measure, store, phase);
                    case Task.FindFloor find -> calibrated(find.settings(), find.setup());
                });
            }

            @Override
            public boolean interrupted() {
                return interrupted;
            }

            @Override
            public void close() {}
        };
    }

    private Task.Measured measured(Task.Measure measure, TrialStore store, Consumer<String> phase) throws IOException {
        loads++;
        List<TrialSlot> slots = measure.slots();
        List<Request> requests = SmallComparison.variants(
                "http://127.0.0.1:1", measure.settings().rows().stream().map(RowKey::strategy).toArray(String[]::new));
        List<Step> steps = measure.settings().subject().plan(measure.settings(), requests, slots, loads).steps().stream()
                .filter(Step::measured)
                .toList();
        for (int i = 0; i < slots.size(); i++) {
            arrivals.computeIfAbsent(slots.get(i).block(), block -> new HashSet<>()).add(steps.get(i).seed());
        }
        List<Trial> trials = new ArrayList<>();
        for (TrialSlot slot : slots) {
            measured.add(slot.words());
            phase.accept(slot.words() + ": measuring");
            String reason = failing.apply(slot.row().label());
            Floor floor = slot.floor() ? new Floor(List.of(15.0, 16.0 + slot.block()), List.of(1.0), 7) : null;
            trials.add(reason.isEmpty() ? completed(slot, store).with(floor) : slot.failed(reason));
        }
        return new Task.Measured(trials);
    }

    private TrialStore.Calibrated calibrated(TrialSettings settings, Setup setup) throws TrialFailure {
        measured.add("floor" + (setup.axes().isEmpty() ? "" : " of " + setup.label()));
        String reason = failing.apply(setup.label());
        if (!reason.isEmpty()) {
            throw new TrialFailure(reason);
        }
        return new TrialStore.Calibrated(
                new Environment("c0ffee", "25", List.of(), "Parallel", 2, "cpu", 1, "Linux", "6.1"),
                new Floor(List.of(15.0, 16.0), List.of(1.0), measured.size()), settings.rows().getFirst().strategy());
    }

    private Trial completed(TrialSlot slot, TrialStore store) throws IOException {
        startLagMs += startLagMs > 0 ? 1 : 0;
        LatencyFigures figures = new LatencyFigures(30, 25, 20, 25, 30, 30, 40, 40, 45);
        Files.write(store.emptied(slot).resolve(LogFiles.SUMMARY), ResultsFile.JSON.writeValueAsBytes(new LoadSummary(
                0.5, 30, 30, 60, 60, 30, 0, Map.of(), figures, figures, figures, null)));
        return slot.completed(Budget.NONE, Topology.NONE, ResultsFile.JSON.readValue("""
                {"seconds":0.5,"offeredPerSecond":60,"achievedPerSecond":60,"requests":30,"errors":0,"errorsByKind":{},
                "response":{"meanMs":25,"p50Ms":25,"p90Ms":30,"maxMs":45},"service":{"meanMs":25,"p50Ms":25,"p90Ms":30,"maxMs":45},
                "startLagP99Ms":%s,"resources":{},"tasks":[],"ioPeak":9,"cpuPeak":2,"histogram":"trials/%s/latencies.hlog",
                "disturbance":{},"injectors":{"startSpreadMs":0,"each":[]}}"""
                .formatted(startLagMs, slot.fileName()), Trial.Measured.class));
    }
}
