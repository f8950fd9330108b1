package io.birdseye.cli;

import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.scenario.ScenarioFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What one point of a sweep or a prediction is measured with. Pools that are not said are sized for the point's load.
 *
 * @param memoryMegabytes the article's label
 */
record PointSettings(
        String strategy,
        Load load,
        Duration delay,
        double memoryMegabytes,
        Layout layout,
        Optional<Integer> io,
        Optional<Integer> cpu,
        Optional<Integer> queue,
        Optional<Integer> httpThreads,
        Duration deadline,
        Optional<ScenarioFile> scenario) {

    private static final int ARTICLE_CALLS = 4;
    private static final int FEW = 8;

    /** What {@link #with} knows. */
    static final List<String> SETTINGS =
            List.of("io", "cpu", "queue", "rate", "users", "delay", "memory", "http-threads");

    /**
     * The same with one setting changed.
     *
     * @param value of {@code delay} in milliseconds
     * @throws IllegalArgumentException if there is no such setting, or the scenario says it
     */
    PointSettings with(String setting, double value) {
        if (scenario.isPresent() && (setting.equals("delay") || setting.equals("memory"))) {
            throw new IllegalArgumentException(setting + " is said by the scenario, so it cannot be an axis");
        }
        return switch (setting) {
            case "io" -> pools(Optional.of(whole(setting, value)), cpu, queue, httpThreads);
            case "cpu" -> pools(io, Optional.of(whole(setting, value)), queue, httpThreads);
            case "queue" -> pools(io, cpu, Optional.of(whole(setting, value)), httpThreads);
            case "http-threads" -> pools(io, cpu, queue, Optional.of(whole(setting, value)));
            case "rate" -> work(Load.open(value), delay, memoryMegabytes);
            case "users" -> work(Load.closed(whole(setting, value)), delay, memoryMegabytes);
            case "delay" -> work(load, Duration.ofNanos(Math.round(value * 1e6)), memoryMegabytes);
            case "memory" -> work(load, delay, value);
            default -> throw new IllegalArgumentException(
                    "there is no setting '" + setting + "'; there are " + String.join(", ", SETTINGS));
        };
    }

    private PointSettings pools(
            Optional<Integer> newIo, Optional<Integer> newCpu, Optional<Integer> newQueue, Optional<Integer> newHttp) {
        return new PointSettings(
                strategy, load, delay, memoryMegabytes, layout, newIo, newCpu, newQueue, newHttp, deadline, scenario);
    }

    private PointSettings work(Load newLoad, Duration newDelay, double newMemory) {
        return new PointSettings(
                strategy, newLoad, newDelay, newMemory, layout, io, cpu, queue, httpThreads, deadline, scenario);
    }

    PointSettings of(String other) {
        return new PointSettings(
                other, load, delay, memoryMegabytes, layout, io, cpu, queue, httpThreads, deadline, scenario);
    }

    /** The same pools, load and delay for the CPU work or the scenario of another; its tree has its own latencies. */
    PointSettings forWork(PointSettings other) {
        boolean tree = other.scenario().isPresent();
        return new PointSettings(
                strategy, tree ? treeLoad(other.load()) : load, delay, other.memoryMegabytes(), other.layout(),
                tree ? Optional.empty() : io, cpu,
                tree ? Optional.empty() : queue, tree ? Optional.empty() : httpThreads,
                tree ? other.deadline() : deadline, other.scenario());
    }

    /** Nobody knows yet what this tree carries: half of what is asked for, or a few users. */
    private Load treeLoad(Load asked) {
        return switch (load.model()) {
            case OPEN -> Load.open(asked.model() == Load.Model.OPEN ? asked.ratePerSecond() / 2 : FEW);
            case CLOSED -> Load.closed(FEW);
        };
    }

    private static int whole(String setting, double value) {
        if (value < 1 || value != Math.rint(value) || value > 100_000) {
            throw new IllegalArgumentException(
                    setting + " must be a whole number from 1 to 100000, but is " + value);
        }
        return (int) value;
    }

    /** Reads a value of an axis: {@code delay} with its unit, everything else a number. */
    static double value(String setting, String text) {
        if (setting.equals("delay")) {
            return DurationText.parse(text).toNanos() / 1e6;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number for " + setting, e);
        }
    }

    List<Double> callMs() {
        double each = Math.max(1, delay.toNanos() / 1e6);
        return scenario.map(ScenarioFile::meanCallMs).orElse(Collections.nCopies(ARTICLE_CALLS, each));
    }

    Sizing sizing() {
        int cores = Runtime.getRuntime().availableProcessors();
        return Sizing.of(load, callMs(), deadline.toMillis(), cores, Sizing.DEFAULT_HEADROOM);
    }

    int ioThreads() {
        return io.orElseGet(() -> sizing().ioConcurrency());
    }

    int cpuThreads() {
        return cpu.orElseGet(() -> sizing().cpuConcurrency());
    }

    int maxInFlight() {
        return queue.orElseGet(() -> sizing().maxInFlight());
    }

    int httpWorkers() {
        return httpThreads.orElseGet(() -> sizing().httpThreads());
    }

    TrialSettings trial(
            Duration warmUp, Duration duration, long seed, List<String> jvmFlags, Path out, String command) {
        Served served = new Served(
                List.of(strategy),
                new Budgets.Equal(ioThreads(), cpuThreads()),
                Work.article(delay, memoryMegabytes, layout).withScenario(scenario),
                new ServiceOptions(maxInFlight(), httpWorkers(), Optional.of(deadline), jvmFlags));
        return new TrialSettings(
                served, new LoadPlan(load, WarmUp.of(warmUp), duration), Measurement.once(seed, out, command));
    }
}
