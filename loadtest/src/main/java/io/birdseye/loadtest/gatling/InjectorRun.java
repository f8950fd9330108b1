package io.birdseye.loadtest.gatling;

import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Recording;
import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.model.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The clock and the recordings of one run. Times count from the origin, which is fixed when the run is made, so nothing
 * that happens later moves the instant at which a request is due. Safe for use by many event loops.
 */
final class InjectorRun {

    private final InjectorSettings settings;
    private final Schedule schedule;
    private final Recording recording;
    private final IntervalLog log;
    private final long originNanos;
    private final long originEpochMillis;
    private final ScheduledExecutorService flusher;
    private volatile @Nullable String writeFailure;

    /** @param untilOrigin how far away the first arrival is */
    InjectorRun(InjectorSettings settings, Schedule schedule, Duration untilOrigin) throws IOException {
        this.settings = settings;
        this.schedule = schedule;
        originNanos = System.nanoTime() + untilOrigin.toNanos();
        originEpochMillis = System.currentTimeMillis() + untilOrigin.toMillis();
        Files.createDirectories(settings.out());
        recording = new Recording(schedule, settings.requestTimeout());
        log = new IntervalLog(settings.out().resolve(GatlingInjector.HISTOGRAMS), originEpochMillis);
        flusher = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("birdseye-flusher").daemon().factory());
        // A moment earlier, to be the first also where there is no warm-up.
        markAt(-1_000_000, GatlingInjector.WARM_UP_STARTS);
        markAt(schedule.window().startNanos(), GatlingInjector.MEASUREMENT_STARTS);
        markAt(schedule.window().endNanos(), GatlingInjector.MEASUREMENT_ENDS);
        flusher.scheduleWithFixedDelay(this::flush, 1, 1, TimeUnit.SECONDS);
    }

    /** Prints a line at an instant of the run. */
    private void markAt(long nanos, String mark) {
        long epochMillis = originEpochMillis + nanos / 1_000_000;
        long delay = originNanos + nanos - System.nanoTime();
        var _ = flusher.schedule(() -> System.out.println(mark + " " + epochMillis), delay, TimeUnit.NANOSECONDS);
    }

    private void flush() {
        // A request is given up at its timeout; two seconds are for an injector that is behind.
        long complete = now() - settings.requestTimeout().plusSeconds(2).toNanos();
        try {
            log.flush(complete);
        } catch (IOException e) {
            writeFailure = e.getMessage();
        }
    }

    /** Nanoseconds from the origin. */
    long now() {
        return System.nanoTime() - originNanos;
    }

    /** The open model's next request. */
    RequestTiming arrive(long request) {
        Schedule.Arrival arrival = schedule.arrival(request);
        return RequestTiming.due(arrival.phase(), arrival.dueNanos());
    }

    /** The closed model: the user is free from now on, or at the beginning of the next cycle. */
    RequestTiming free(Duration delayAfterRest) {
        long now = now();
        long next = schedule.nextRunning(now);
        long due = next == now ? now : next + delayAfterRest.toNanos();
        return RequestTiming.due(due >= schedule.window().startNanos() ? schedule.window() : null, due);
    }

    /** Whether the closed model's window still has room for this request. */
    boolean stillRunning(RequestTiming timing) {
        return timing.dueNanos() < schedule.window().endNanos();
    }

    /** How long until the request is due, in whole milliseconds rounded up, so that none is sent early. */
    Duration untilDue(RequestTiming timing) {
        long nanos = timing.dueNanos() - now();
        return Duration.ofMillis(nanos <= 0 ? 0 : (nanos + 999_999) / 1_000_000);
    }

    /** The request goes out now. */
    RequestTiming send(RequestTiming timing) {
        RequestTiming sent = timing.sent(now());
        recording.sent(sent);
        if (sent.phase() != null) {
            log.sent(sent);
        }
        return sent;
    }

    /** The request has come to its end now; without an error if the answer was right. */
    void end(RequestTiming timing, @Nullable String error) {
        long now = now();
        recording.ended(timing, now, error);
        if (error == null && timing.phase() != null) {
            log.answered(timing, now);
        }
    }

    /** What became of a request without an answer, judged by how long it took: Gatling tells nothing more. */
    String withoutAnswer(RequestTiming timing) {
        long nanos = now() - timing.sentNanos();
        return nanos >= settings.requestTimeout().toNanos() * 9 / 10 ? "timeout" : "connection";
    }

    /**
     * Ends the recordings and writes {@code window.json}.
     *
     * @throws IOException if the histograms or the summary could not be written
     */
    LoadSummary finish() throws IOException, InterruptedException {
        // The last answer may come before the window's end, and its mark must still be made.
        flusher.shutdown();
        long untilEnd = Math.max(0, schedule.window().endNanos() - now());
        boolean _ = flusher.awaitTermination(untilEnd + TimeUnit.SECONDS.toNanos(10), TimeUnit.NANOSECONDS);
        LoadSummary summary = recording.summaries(originEpochMillis).getFirst();
        log.close();
        if (writeFailure != null) {
            throw new IOException(writeFailure);
        }
        JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        WholeFile.write(settings.out().resolve(GatlingInjector.SUMMARY), json.writeValueAsBytes(summary));
        return summary;
    }
}
