package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.program.MachineSample;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.RunQueueWait;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.TaskTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Samples all programs and the machine at both ends of the measured window. A service under overload may answer a
 * sample late, so every figure is divided by what really lies between the samples, by the clock of whoever took them.
 */
final class WindowSampler implements LoadListener {

    private static final double MEGABYTE = 1e6;

    /** A percentile needs so many requests beyond it. */
    private static final int BEYOND = 10;

    private final ServiceClient client;
    private final MockClient delays;
    private final Program service;
    private final Injectors injectors;
    private final Program mock;
    private final Program.Watch watch;
    private final Consumer<String> phase;
    private @Nullable Sample begin;
    private @Nullable Sample end;
    private @Nullable Double delayErrorP99Ms;

    /**
     * @param injectorCpu empty where the system does not tell, or the process has ended
     * @param mockCpu empty where the system does not tell, or the process has ended
     * @param machine also tells when all but the resources were read
     * @param serviceWait empty where the system does not tell
     * @param injectorWait empty where the system does not tell
     */
    private record Sample(
            ResourcesView resources,
            Optional<Duration> injectorCpu,
            Optional<Duration> mockCpu,
            MachineSample machine,
            Optional<RunQueueWait> serviceWait,
            Optional<RunQueueWait> injectorWait) {}

    /**
     * @param watch looks whether the programs are alive
     * @param phase is told what is being done
     */
    WindowSampler(
            ServiceClient client,
            MockClient delays,
            Program service,
            Injectors injectors,
            Program mock,
            Program.Watch watch,
            Consumer<String> phase) {
        this.client = client;
        this.delays = delays;
        this.service = service;
        this.injectors = injectors;
        this.mock = mock;
        this.watch = watch;
        this.phase = phase;
    }

    @Override
    public void waiting(Stage stage) throws TrialFailure, InterruptedException {
        phase.accept(switch (stage) {
            case STARTING -> "starting the injectors";
            case WARMING_UP -> "warming up";
            case MEASURING -> "measuring";
            case LAST_ANSWERS -> "awaiting the last answers";
        });
        watch.look();
    }

    @Override
    public void measuring() throws TrialFailure, InterruptedException {
        delays.resetDelayError();
        client.resetResources();
        begin = sample();
    }

    @Override
    public void measured() throws TrialFailure, InterruptedException {
        end = sample();
        delayErrorP99Ms = delays.delayError().map(MockClient.DelayError::p99Ms).orElse(null);
    }

    /** The other processes first: the service may take its time. */
    private Sample sample() throws TrialFailure, InterruptedException {
        Optional<Duration> injectorCpu = injectors.cpu();
        Optional<Duration> mockCpu = mock.cpu();
        MachineSample machine = MachineSample.now();
        Optional<RunQueueWait> serviceWait = RunQueueWait.of(service.pid());
        Optional<RunQueueWait> injectorWait = injectors.waited();
        return new Sample(client.resources(), injectorCpu, mockCpu, machine, serviceWait, injectorWait);
    }

    /** @param histogram the file with the latencies, as the result names it */
    Measured measured(LoadSummary load, String strategy, String histogram) throws TrialFailure {
        Sample first = begin;
        Sample last = end;
        if (first == null || last == null) {
            throw new TrialFailure("the injector ended without a measured window");
        }
        ResourcesView after = last.resources();
        MachineSample.Shares machine = last.machine().since(first.machine());
        double seconds = (last.machine().nanos() - first.machine().nanos()) / 1e9;
        List<TaskTime> tasks = after.tasks().stream()
                .map(task -> new TaskTime(
                        task.name(),
                        task.kind(),
                        task.queueNanos() / 1e6 / Math.max(1, task.count()),
                        task.runNanos() / 1e6 / Math.max(1, task.count())))
                .toList();
        return new Measured(
                load.seconds(),
                load.offeredPerSecond(),
                load.achievedPerSecond(),
                load.ok(),
                load.errors(),
                load.errorsByKind(),
                latency(load.response()),
                latency(load.service()),
                load.startLag().p99Ms(),
                resources(first, last),
                tasks,
                peak(after, strategy, ResourcesView.Reached::ioPeak),
                peak(after, strategy, ResourcesView.Reached::cpuPeak),
                peak(after, strategy, ResourcesView.Reached::inFlightPeak),
                histogram,
                delayErrorP99Ms,
                machine.stolen(),
                null,
                requestsPerAnswer(first.resources().requests(), after.requests()),
                new Disturbance(
                        machine.others(),
                        machine.pressure(),
                        waitMsPerSecond(first.serviceWait(), last.serviceWait(), seconds),
                        waitMsPerSecond(first.injectorWait(), last.injectorWait(), seconds),
                        null));
    }

    /** Null if there was no right answer. */
    private static @Nullable Double requestsPerAnswer(ResourcesView.Counts before, ResourcesView.Counts after) {
        long answers = after.succeeded() - before.succeeded();
        return answers == 0 ? null : (double) (after.finished() - before.finished()) / answers;
    }

    private static @Nullable Double waitMsPerSecond(
            Optional<RunQueueWait> before, Optional<RunQueueWait> after, double seconds) {
        return after.flatMap(now -> before.map(then -> now.nanosSince(then) / 1e6 / seconds)).orElse(null);
    }

    private static Resources resources(Sample first, Sample last) {
        ResourcesView before = first.resources();
        ResourcesView after = last.resources();
        double seconds = (after.nanos() - before.nanos()) / 1e9;
        double requests = Math.max(1, after.requests().finished() - before.requests().finished());
        double cpuNanos = after.cpuNanos() - before.cpuNanos();
        double othersNanos = last.machine().nanos() - first.machine().nanos();
        return new Resources(
                cpuNanos / 1e6 / requests,
                increase(before.jitNanos(), after.jitNanos(), 1e6 * requests),
                (after.allocatedBytes() - before.allocatedBytes()) / MEGABYTE / requests,
                (after.gcPauseMillis() - before.gcPauseMillis()) / seconds,
                Math.toIntExact(after.gcPauses() - before.gcPauses()),
                increase(before.contextSwitches(), after.contextSwitches(), requests),
                after.peakThreads(),
                after.peakRssBytes() == null ? null : after.peakRssBytes() / MEGABYTE,
                cpuNanos / 1e9 / seconds,
                increase(nanos(first.injectorCpu()), nanos(last.injectorCpu()), othersNanos),
                increase(nanos(first.mockCpu()), nanos(last.mockCpu()), othersNanos));
    }

    private static @Nullable Long nanos(Optional<Duration> time) {
        return time.map(Duration::toNanos).orElse(null);
    }

    /** Null where one of the two is not known. */
    private static @Nullable Double increase(@Nullable Long before, @Nullable Long after, double per) {
        return before == null || after == null ? null : (after - before) / per;
    }

    private static int peak(ResourcesView view, String strategy, ToIntFunction<ResourcesView.Reached> which) {
        return view.concurrency().stream()
                .filter(pool -> pool.strategy().equals(strategy))
                .mapToInt(which)
                .max()
                .orElse(0);
    }

    /** Percentiles only as far as the sample carries. */
    private static Latency latency(LatencyFigures figures) {
        return new Latency(
                figures.meanMs(),
                figures.p50Ms(),
                figures.p90Ms(),
                figures.count() * 0.01 >= BEYOND ? figures.p99Ms() : null,
                figures.count() * 0.001 >= BEYOND ? figures.p999Ms() : null,
                figures.maxMs());
    }
}
