package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.ServedPath;
import io.birdseye.loadtest.injectors.CoordinatedLoad;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.injectors.LogFiles;
import io.birdseye.loadtest.profile.ProfiledWindow;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.RunQueueWait;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial.Counts;
import io.birdseye.report.result.Trial.Course;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.InjectorsUsed;
import io.birdseye.report.result.Trial.Instruments;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.Work;
import io.birdseye.report.result.VirtualThreadUse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples all programs and the machine at both ends of every measured window. A service under overload may answer a
 * sample late, so every figure is divided by what really lies between the samples, by the clock of whoever took them.
 */
final class WindowSampler implements LoadListener {

    private static final double MEGABYTE = 1e6;

    private final MeasuredService service;
    private final Injectors injectors;
    private final MeasuredService.@Nullable Mock mock;
    private final int warmUp;
    private final ObjIntConsumer<String> phase;
    private final List<Window> windows = new ArrayList<>();
    private @Nullable Sample begin;

    private record Sample(
            MachineSample machine, Optional<Duration> injectorCpu, Optional<Duration> mockCpu,
            Optional<RunQueueWait> serviceWait, Optional<RunQueueWait> injectorWait) {}

    private record Window(Sample begin, Sample end, ServiceUse use, @Nullable Double delayErrorP99Ms) {

        double seconds() {
            return (end.machine.nanos() - begin.machine.nanos()) / 1e9;
        }
    }

    /**
     * @param warmUp so many windows belong to it
     * @param phase is told what is being done, and how many of the other windows are over
     */
    WindowSampler(MeasuredService service, Injectors injectors, int warmUp, ObjIntConsumer<String> phase) {
        this.warmUp = warmUp;
        this.service = service;
        this.injectors = injectors;
        this.mock = service.mock;
        this.phase = phase;
    }

    @Override
    public void waiting(Stage stage) throws TrialFailure, InterruptedException {
        phase.accept(switch (stage) {
            case STARTING -> "starting the injectors";
            case WARMING_UP -> "warming up";
            case MEASURING -> windows.size() < warmUp ? "warming up" : "measuring";
            case LAST_ANSWERS -> "awaiting the last answers";
        }, Math.max(0, windows.size() - warmUp));
        service.look();
        service.waiting(stage);
    }

    @Override
    public void measuring() throws TrialFailure, InterruptedException {
        if (mock != null) {
            mock.client().resetDelayError();
        }
        service.resetPeaks();
        begin = sample();
        service.begin();
    }

    @Override
    public void measured() throws TrialFailure, InterruptedException {
        Sample first = requireNonNull(begin, "a window ends that has not begun");
        Sample last = sample();
        ServiceUse use = service.end();
        windows.add(new Window(first, last, use, mock == null
                ? null
                : mock.client().delayError().map(MockClient.DelayError::p99Ms).orElse(null)));
    }

    /** Before the service is asked, which may take its time. */
    private Sample sample() throws TrialFailure, InterruptedException {
        Participant.Use around = service.around();
        return new Sample(
                around.machine(), injectors.cpu(), mock == null ? Optional.empty() : mock.program().cpu(),
                around.waited(), injectors.waited());
    }

    /** Runs a load, profiles its window where that is asked for, and returns what each window brought, judged. */
    List<Measured> run(CoordinatedLoad load, Optional<ProfiledWindow.Attach> attach, Duration length, Path folder, TrialStore store)
            throws TrialFailure, IOException, InterruptedException {
        Optional<ProfiledWindow> profiled = ProfiledWindow.around(this, attach, length, folder);
        List<LoadSummary> summaries = load.run(profiled.<LoadListener>map(window -> window).orElse(this));
        List<Measured> all = new ArrayList<>();
        for (int i = 0; i < summaries.size(); i++) {
            Path histogram = folder.resolve(LogFiles.histograms(i, summaries.size()));
            Measured measured = measured(i, summaries.get(i), load.used(warmUp), histogram, store);
            all.add(profiled.isEmpty()
                    ? measured
                    : measured.with(measured.course().with(profiled.get().profile(store::relative))));
        }
        return all;
    }

    private Measured measured(int index, LoadSummary load, InjectorsUsed used, Path histogram, TrialStore store)
            throws TrialFailure {
        if (index >= windows.size()) {
            throw new TrialFailure("the injector ended without a measured window");
        }
        Window window = windows.get(index);
        ServiceUse use = window.use();
        ServiceUse.Requests requests = use.requests();
        long finished = requests == null ? load.ok() + load.errors() : requests.finished();
        long succeeded = requests == null ? load.ok() : requests.succeeded();
        ServiceUse.Concurrency peak = service.peak(use);
        MachineSample.Shares machine = window.end().machine().since(window.begin().machine());
        Resources resources = resources(window, Math.max(1, finished));
        return new Measured(
                new Counts(load.seconds(), load.offeredPerSecond(), load.achievedPerSecond(), load.ok(), load.errors(),
                        load.errorsByKind(), succeeded == 0 ? null : (double) finished / succeeded),
                latency(load.response()),
                latency(load.service()),
                new Work(resources, CallsUsed.tasks(use.tasks()), peak.calls(), peak.combinations(),
                        requests == null ? null : (Integer) peak.requests(), virtualThreads(use.virtualThreads()),
                        CallsUsed.of(use)),
                new Instruments(load.startLag().p99Ms(), window.delayErrorP99Ms(), machine.stolen(),
                        new Disturbance(
                                others(machine.others(), resources.serviceCores()), machine.pressure(),
                                waitMsPerSecond(window.begin().serviceWait(), window.end().serviceWait(), window.seconds()),
                                waitMsPerSecond(window.begin().injectorWait(), window.end().injectorWait(), window.seconds()),
                                null, machine.throttling()),
                        used),
                course(histogram, store.relative(histogram)),
                parts(load, use, resources, machine.others()));
    }

    private static Course course(Path histogram, String file) {
        try {
            return LatencyLog.read(histogram).course(file);
        } catch (IOException e) {
            // Without a single right answer there is no course to judge.
            return new Course(file, null, null, null);
        }
    }

    /** What the mean response time went to; null if the answers do not tell. */
    private static @Nullable ResponseParts parts(
            LoadSummary load, ServiceUse use, Resources resources, @Nullable Double others) {
        ServedPath path = load.path();
        return path == null
                ? null
                : ResponseParts.of(
                        load.response().meanMs(), path.wireMs(), path.waitMs(), path.coreMs(), path.gcMs(),
                        jitShare(use, resources, others), path.runMs());
    }

    /** The compilers' share of the CPU time of all that ran; null if it is not known. Others that are not known count as idle. */
    private static @Nullable Double jitShare(ServiceUse use, Resources resources, @Nullable Double others) {
        Double service = resources.serviceCores();
        Long jitNanos = use.process().jitNanos();
        if (service == null || jitNanos == null) {
            return null;
        }
        double all = service
                + Objects.requireNonNullElse(resources.injectorCores(), 0.0)
                + Objects.requireNonNullElse(resources.mockCores(), 0.0)
                + Objects.requireNonNullElse(others, 0.0) * Runtime.getRuntime().availableProcessors();
        // The compilers' time comes in ticks of 10 ms, and may be ahead of the whole.
        return all > 0 ? (Double) Math.min(1, (double) jitNanos / use.process().nanos() / all) : null;
    }

    /** A service that Birdseye has not started is one of the programs that are not its own. */
    private @Nullable Double others(@Nullable Double others, @Nullable Double serviceCores) {
        if (service.startedHere || others == null) {
            return others;
        }
        int cores = Runtime.getRuntime().availableProcessors();
        return serviceCores == null ? null : (Double) Math.max(0, others - serviceCores / cores);
    }

    private static @Nullable Double waitMsPerSecond(
            Optional<RunQueueWait> before, Optional<RunQueueWait> after, double seconds) {
        return after.flatMap(now -> before.map(then -> now.nanosSince(then) / 1e6 / seconds)).orElse(null);
    }

    private static Resources resources(Window window, double requests) {
        ServiceUse.Process used = window.use().process();
        ServiceUse.Collections collections = used.collections();
        return new Resources(
                per(used.cpuNanos(), 1e6 * requests), per(used.jitNanos(), 1e6 * requests),
                per(used.allocatedBytes(), MEGABYTE * requests),
                collections == null ? null : (Double) (collections.pauseMs() * 1e9 / used.nanos()),
                collections == null ? null : (Integer) Math.toIntExact(collections.pauses()),
                per(used.contextSwitches(), requests), used.peakThreads(), per(used.peakRssBytes(), MEGABYTE),
                per(used.cpuNanos(), used.nanos()),
                cores(window.begin().injectorCpu(), window.end().injectorCpu(), window.seconds()),
                cores(window.begin().mockCpu(), window.end().mockCpu(), window.seconds()));
    }

    private static @Nullable VirtualThreadUse virtualThreads(ServiceUse.@Nullable VirtualThreads used) {
        return used == null ? null : new VirtualThreadUse(used.parallelism(), used.carriers(), used.peakLive(), used.pinned(),
                per(used.pinnedNanos(), 1e6), used.submitFailed());
    }

    private static @Nullable Double per(@Nullable Long figure, double unit) {
        return figure == null ? null : (Double) (figure / unit);
    }

    private static @Nullable Double cores(Optional<Duration> before, Optional<Duration> after, double seconds) {
        return after.flatMap(now -> before.map(then -> now.minus(then).toNanos() / 1e9 / seconds)).orElse(null);
    }

    private static Latency latency(LatencyFigures figures) {
        return new Latency(
                figures.meanMs(), figures.p50Ms(), figures.p90Ms(),
                figures.count() * 0.05 >= LatencyProfile.SLOWER_REQUESTS ? figures.p95Ms() : null,
                figures.count() * 0.01 >= LatencyProfile.SLOWER_REQUESTS ? figures.p99Ms() : null,
                figures.count() * 0.001 >= LatencyProfile.SLOWER_REQUESTS ? figures.p999Ms() : null, figures.maxMs());
    }
}
