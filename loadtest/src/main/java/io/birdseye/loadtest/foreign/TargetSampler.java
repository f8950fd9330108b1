package io.birdseye.loadtest.foreign;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all processes and the machine at both ends of every measured window, from outside: a service that is not
 * Birdseye's tells nothing of itself.
 */
final class TargetSampler implements LoadListener {

    private static final double MEGABYTE = 1e6;

    /** A percentile needs so many requests beyond it. */
    private static final int BEYOND = 10;

    private final Injectors injectors;
    private final OptionalLong service;
    private final boolean startedHere;
    private final @Nullable Mock mock;
    private final @Nullable JvmCollector collector;
    private final Program.Watch watch;
    private final ObjIntConsumer<Stage> phase;
    private final List<Window> windows = new ArrayList<>();
    private @Nullable Sample begin;
    private int peakThreads;

    /** The services behind the measured one. */
    record Mock(Program program, MockClient client) {}

    private record Sample(
            MachineSample machine,
            @Nullable ProcessUse service,
            Optional<Duration> injectorCpu,
            Optional<Duration> mockCpu,
            Optional<RunQueueWait> injectorWait) {}

    private record Window(
            Sample begin, Sample end, int peakThreads, @Nullable Double delayErrorP99Ms,
            JvmCollector.@Nullable Share collected) {}

    /**
     * @param service its process; empty where it is not known
     * @param startedHere whether Birdseye has started it, so that it is none of the other programs
     * @param mock null if nobody plays the services behind it
     * @param collector null where the service is no JVM, or is not known
     * @param watch looks whether the programs are alive
     * @param phase is told what is being done, and how many windows are over
     */
    TargetSampler(
            Injectors injectors,
            OptionalLong service,
            boolean startedHere,
            @Nullable Mock mock,
            @Nullable JvmCollector collector,
            Program.Watch watch,
            ObjIntConsumer<Stage> phase) {
        this.injectors = injectors;
        this.service = service;
        this.startedHere = startedHere;
        this.mock = mock;
        this.collector = collector;
        this.watch = watch;
        this.phase = phase;
    }

    @Override
    public void waiting(Stage stage) throws TrialFailure, InterruptedException {
        phase.accept(stage, windows.size());
        watch.look();
        if (collector != null && stage == Stage.WARMING_UP) {
            collector.warmingUp();
        }
        if (stage == Stage.MEASURING) {
            threadsNow().ifPresent(now -> peakThreads = Math.max(peakThreads, (int) now));
        }
    }

    private OptionalLong threadsNow() {
        ProcessUse use = service.isEmpty() ? null : ProcessUse.of(service.getAsLong());
        return use == null ? OptionalLong.empty() : OptionalLong.of(use.threads());
    }

    @Override
    public void measuring() throws InterruptedException {
        if (mock != null) {
            mock.client().resetDelayError();
        }
        begin = sample();
        ProcessUse used = begin.service();
        peakThreads = used == null ? 0 : used.threads();
    }

    @Override
    public void measured() throws TrialFailure, InterruptedException {
        Sample end = sample();
        ProcessUse used = end.service();
        windows.add(new Window(
                requireNonNull(begin, "a window ends that has not begun"), end,
                Math.max(peakThreads, used == null ? 0 : used.threads()),
                mock == null ? null : mock.client().delayError().map(MockClient.DelayError::p99Ms).orElse(null),
                collector == null ? null : collector.measured()));
    }

    private Sample sample() {
        return new Sample(
                MachineSample.now(),
                service.isEmpty() ? null : ProcessUse.of(service.getAsLong()),
                injectors.cpu(),
                mock == null ? Optional.empty() : mock.program().cpu(),
                injectors.waited());
    }

    /**
     * What was measured in one window.
     *
     * @param index counts from 0
     * @param histogram the file with the latencies, as the result names it
     */
    Measured measured(int index, LoadSummary load, String histogram) throws TrialFailure {
        if (index >= windows.size()) {
            throw new TrialFailure("the injector ended without a measured window");
        }
        Window window = windows.get(index);
        MachineSample.Shares machine = window.end().machine().since(window.begin().machine());
        double seconds = (window.end().machine().nanos() - window.begin().machine().nanos()) / 1e9;
        long finished = load.ok() + load.errors();
        Resources used = resources(window, seconds, finished);
        return new Measured(
                load.seconds(), load.offeredPerSecond(), load.achievedPerSecond(), load.ok(), load.errors(),
                load.errorsByKind(), latency(load.response()), latency(load.service()), load.startLag().p99Ms(), used,
                List.of(), 0, 0, null, histogram, window.delayErrorP99Ms(), machine.stolen(), null,
                load.ok() == 0 ? null : (double) finished / load.ok(),
                new Disturbance(
                        others(machine.others(), used.serviceCores()),
                        machine.pressure(),
                        serviceWait(window, seconds),
                        waitMsPerSecond(window.begin().injectorWait(), window.end().injectorWait(), seconds),
                        null));
    }

    /** A service that Birdseye has not started is one of the programs that are not its own. */
    private @Nullable Double others(@Nullable Double others, @Nullable Double serviceCores) {
        if (startedHere || others == null) {
            return others;
        }
        int cores = Runtime.getRuntime().availableProcessors();
        return serviceCores == null ? null : Math.max(0, others - serviceCores / cores);
    }

    private static @Nullable Double serviceWait(Window window, double seconds) {
        ProcessUse before = window.begin().service();
        ProcessUse after = window.end().service();
        return before == null || after == null ? null : waitMsPerSecond(before.waited(), after.waited(), seconds);
    }

    private static @Nullable Double waitMsPerSecond(
            Optional<RunQueueWait> before, Optional<RunQueueWait> after, double seconds) {
        return after.flatMap(now -> before.map(then -> now.nanosSince(then) / 1e6 / seconds)).orElse(null);
    }

    private static Resources resources(Window window, double seconds, long requests) {
        ProcessUse before = window.begin().service();
        ProcessUse after = window.end().service();
        Double cores = before == null || after == null
                ? null
                : (Double) (Math.max(0, after.cpu().minus(before.cpu()).toNanos()) / 1e9 / seconds);
        JvmCollector.Share collected = window.collected();
        return new Resources(
                cores == null ? null : (Double) (cores * seconds * 1e3 / Math.max(1, requests)),
                null,
                null,
                collected == null ? null : (Double) collected.pauseMsPerSecond(),
                collected == null ? null : (Integer) collected.pauses(),
                null,
                after == null ? null : (Integer) window.peakThreads(),
                after == null ? null : (Double) (after.peakRssBytes() / MEGABYTE),
                cores,
                cores(window.begin().injectorCpu(), window.end().injectorCpu(), seconds),
                cores(window.begin().mockCpu(), window.end().mockCpu(), seconds));
    }

    private static @Nullable Double cores(Optional<Duration> before, Optional<Duration> after, double seconds) {
        return after.flatMap(now -> before.map(then -> now.minus(then).toNanos() / 1e9 / seconds)).orElse(null);
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
