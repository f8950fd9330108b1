package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.IntervalLog;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Recorded;
import io.birdseye.loadtest.generate.Recording;
import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.ServedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock and the recordings of one run, whatever sends. Times count from the origin, which is fixed when the run is made,
 * so nothing that happens later moves the instant at which a request is due. Safe for use by many event loops.
 */
public final class InjectorRun implements AutoCloseable {

    private static final String WARM_UP_STARTS = "BIRDSEYE warmup-start";
    private static final String MEASUREMENT_STARTS = "BIRDSEYE measure-start";
    private static final String MEASUREMENT_ENDS = "BIRDSEYE measure-end";

    private final Schedule schedule;
    private final Duration requestTimeout;
    private final Recording recording;
    private final Map<Schedule.Phase, IntervalLog> logs = new LinkedHashMap<>();
    private final long originNanos;
    private final long originEpochMillis;
    private final ScheduledExecutorService flusher;
    private volatile @Nullable String writeFailure;
    private volatile long startLagNanos;

    /**
     * @param out where histograms of each second go; null for none, and no marks on stdout
     * @param originNanos the moment from which times count, by {@link System#nanoTime}
     */
    public InjectorRun(Schedule schedule, Duration requestTimeout, @Nullable Path out, long originNanos) throws IOException {
        this.schedule = schedule;
        this.requestTimeout = requestTimeout;
        this.originNanos = originNanos;
        originEpochMillis = System.currentTimeMillis() + (originNanos - System.nanoTime()) / 1_000_000;
        recording = new Recording(schedule, requestTimeout);
        flusher = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("birdseye-flusher").daemon().factory());
        var _ = flusher.schedule(() -> startLagNanos = now(), originNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (out != null) {
            log(Files.createDirectories(out), schedule.windows());
        }
    }

    private void log(Path folder, List<Schedule.Phase> windows) throws IOException {
        for (int i = 0; i < windows.size(); i++) {
            Path file = folder.resolve(LogFiles.histograms(i, windows.size()));
            logs.put(windows.get(i), new IntervalLog(file, originEpochMillis));
        }
        // A moment earlier, to be the first also where there is no warm-up.
        markAt(-1_000_000, WARM_UP_STARTS);
        for (Schedule.Phase window : windows) {
            markAt(window.startNanos(), MEASUREMENT_STARTS);
            markAt(window.endNanos(), MEASUREMENT_ENDS);
        }
        flusher.scheduleWithFixedDelay(this::flush, 1, 1, TimeUnit.SECONDS);
    }

    private void markAt(long nanos, String mark) {
        long epochMillis = originEpochMillis + nanos / 1_000_000;
        long delay = originNanos + nanos - System.nanoTime();
        var _ = flusher.schedule(() -> System.out.println(mark + " " + epochMillis), delay, TimeUnit.NANOSECONDS);
    }

    private void flush() {
        // A request is given up at its timeout; two seconds are for an injector that is behind.
        long complete = now() - requestTimeout.plusSeconds(2).toNanos();
        try {
            for (IntervalLog log : logs.values()) {
                log.flush(complete);
            }
        } catch (IOException e) {
            writeFailure = e.getMessage();
        }
    }

    public long now() {
        return System.nanoTime() - originNanos;
    }

    public RequestTiming arrive(long request) {
        Schedule.Arrival arrival = schedule.arrival(request);
        return RequestTiming.due(arrival.phase(), arrival.dueNanos());
    }

    /** The closed model: the user is free after a rest, or after the beginning of the next cycle. */
    public RequestTiming free(Duration rest, Duration afterBeginning) {
        long free = now() + rest.toNanos();
        long next = schedule.nextRunning(free);
        long due = next == free ? free : next + afterBeginning.toNanos();
        return RequestTiming.due(schedule.phaseAt(due), due);
    }

    public int variant(RequestTiming timing) {
        return schedule.phaseAt(timing.dueNanos()).variant();
    }

    /** Whether the closed model's window still has room for this request. */
    public boolean stillRunning(RequestTiming timing) {
        return timing.dueNanos() < schedule.window().endNanos();
    }

    /** How long until the request is due, in whole milliseconds rounded up, so that none is sent early. */
    public Duration untilDue(RequestTiming timing) {
        long nanos = timing.dueNanos() - now();
        return Duration.ofMillis(nanos <= 0 ? 0 : (nanos + 999_999) / 1_000_000);
    }

    public RequestTiming send(RequestTiming timing) {
        RequestTiming sent = timing.sent(now());
        recording.sent(sent);
        IntervalLog log = logs.get(sent.phase());
        if (log != null) {
            log.sent(sent);
        }
        return sent;
    }

    /** The request has come to its end now; without an error if the answer was right. */
    public void end(RequestTiming timing, @Nullable String error, @Nullable ServedPath path) {
        long now = now();
        recording.ended(timing, now, error, path);
        IntervalLog log = logs.get(timing.phase());
        if (error == null && log != null) {
            log.answered(timing, now);
        }
    }

    /** What each measured phase has brought so far. */
    public List<LoadSummary> summaries() {
        return recording.summaries();
    }

    /** Waits until the window has ended, since its mark must still be made; throws if the histograms could not be written. */
    public InjectorEngine.Result finish() throws IOException, InterruptedException {
        flusher.shutdown();
        long untilEnd = Math.max(0, schedule.window().endNanos() - now());
        boolean _ = flusher.awaitTermination(untilEnd + TimeUnit.SECONDS.toNanos(10), TimeUnit.NANOSECONDS);
        return cut();
    }

    /** What there is now. */
    public InjectorEngine.Result cut() throws IOException {
        close();
        if (writeFailure != null) {
            throw new IOException(writeFailure);
        }
        return new InjectorEngine.Result(recording.exported(), logs.size(), startLagNanos);
    }

    /** Writes a summary of each window, where nobody merges it with others. */
    public void writeSummaries(Path folder) throws IOException {
        List<LoadSummary> summaries = recording.summaries();
        LogFiles.write(folder, summaries);
        System.out.println("BIRDSEYE done " + summaries.stream().mapToLong(LoadSummary::ok).sum() + " ok, "
                + summaries.stream().mapToLong(LoadSummary::errors).sum() + " errors");
    }

    /** Ends it before its time, or after it. */
    @Override
    public void close() throws IOException {
        flusher.shutdownNow();
        for (IntervalLog log : logs.values()) {
            log.close();
        }
    }
}
