package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.program.Program;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.VirtualThreadUse;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Birdseye's own service, which tells at {@code /internal/resources} what it has used. */
final class TellingService implements MeasuredService {

    private final ServiceClient client;
    private final Participant program;
    private final String strategy;
    private @Nullable ResourcesView first;

    TellingService(ServiceClient client, Participant program, String strategy) {
        this.client = client;
        this.program = program;
        this.strategy = strategy;
    }

    @Override
    public OptionalLong pid() {
        return program instanceof Program here ? OptionalLong.of(here.pid()) : OptionalLong.empty();
    }

    @Override
    public Participant.Use around() throws TrialFailure, InterruptedException {
        return program.use();
    }

    @Override
    public void resetPeaks() throws TrialFailure, InterruptedException {
        client.resetResources();
    }

    @Override
    public void begin() throws TrialFailure, InterruptedException {
        first = client.resources();
    }

    @Override
    public Use end() throws TrialFailure, InterruptedException {
        ResourcesView before = requireNonNull(first, "a window ends that has not begun");
        ResourcesView after = client.resources();
        double seconds = (after.nanos() - before.nanos()) / 1e9;
        List<TaskTime> tasks = after.tasks().stream()
                .map(task -> new TaskTime(
                        task.name(),
                        task.kind(),
                        task.queueNanos() / 1e6 / Math.max(1, task.count()),
                        task.runNanos() / 1e6 / Math.max(1, task.count())))
                .toList();
        return new Use(
                seconds,
                after.cpuNanos() - before.cpuNanos(),
                increase(before.jitNanos(), after.jitNanos()),
                after.allocatedBytes() - before.allocatedBytes(),
                (after.gcPauseMillis() - before.gcPauseMillis()) / seconds,
                Math.toIntExact(after.gcPauses() - before.gcPauses()),
                increase(before.contextSwitches(), after.contextSwitches()),
                after.peakThreads(),
                after.peakRssBytes(),
                new Requests(
                        after.requests().finished() - before.requests().finished(),
                        after.requests().succeeded() - before.requests().succeeded()),
                tasks,
                peak(after, ResourcesView.Reached::ioPeak),
                peak(after, ResourcesView.Reached::cpuPeak),
                peak(after, ResourcesView.Reached::inFlightPeak),
                virtualThreads(before.virtualThreads(), after.virtualThreads()));
    }

    private static @Nullable VirtualThreadUse virtualThreads(
            ResourcesView.@Nullable VirtualThreads before, ResourcesView.@Nullable VirtualThreads after) {
        if (after == null) {
            return null;
        }
        Long nanos = since(before == null ? null : before.pinnedNanos(), after.pinnedNanos());
        return new VirtualThreadUse(
                after.parallelism(),
                after.carriers(),
                after.peakLive(),
                since(before == null ? null : before.pinned(), after.pinned()),
                nanos == null ? null : (Double) (nanos / 1e6),
                since(before == null ? null : before.submitFailed(), after.submitFailed()));
    }

    /** The recording may have begun in the window. */
    private static @Nullable Long since(@Nullable Long before, @Nullable Long after) {
        return after == null || before == null ? after : (Long) (after - before);
    }

    /** Null where one of the two is not known. */
    private static @Nullable Long increase(@Nullable Long before, @Nullable Long after) {
        return before == null || after == null ? null : (Long) (after - before);
    }

    private int peak(ResourcesView view, ToIntFunction<ResourcesView.Reached> which) {
        return view.concurrency().stream()
                .filter(pool -> pool.strategy().equals(strategy))
                .mapToInt(which)
                .max()
                .orElse(0);
    }
}
