package io.birdseye.loadtest;

import io.birdseye.model.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The clock and the books of one run. Everything counts from the origin, which is fixed when the run is made, so a
 * request's due time depends on nothing that happens later. Safe for use by many event loops.
 */
final class LoadRun {

    private final LoadSettings settings;
    private final Timetable timetable;
    private final Consumer<String> marks;
    private final IntervalLog log;
    private final AnswerCounter answers;
    private final long originNanos;
    private final long originEpochMillis;
    private final LongAdder sent = new LongAdder();
    private final LongAdder sentInWindow = new LongAdder();
    private final LongAdder ok = new LongAdder();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clerk;
    private volatile @Nullable String writeFailure;

    /**
     * @param untilOrigin how far away the first arrival is
     * @param marks receives a line at the beginning of the warm-up, and at both ends of the window
     */
    LoadRun(LoadSettings settings, Timetable timetable, Duration untilOrigin, Consumer<String> marks)
            throws IOException {
        this.settings = settings;
        this.timetable = timetable;
        this.marks = marks;
        originNanos = System.nanoTime() + untilOrigin.toNanos();
        originEpochMillis = System.currentTimeMillis() + untilOrigin.toMillis();
        Files.createDirectories(settings.out());
        log = new IntervalLog(settings.out().resolve("latencies.hlog"), originEpochMillis);
        answers = new AnswerCounter(
                timetable.window().endNanos() + settings.requestTimeout().plusSeconds(1).toNanos());
        clerk = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("birdseye-clerk").daemon().factory());
        // A moment earlier, to be the first also where there is no warm-up.
        markAt(-1_000_000, "warmup-start");
        markAt(timetable.window().startNanos(), "measure-start");
        markAt(timetable.window().endNanos(), "measure-end");
        clerk.scheduleWithFixedDelay(this::flush, 1, 1, TimeUnit.SECONDS);
    }

    private void markAt(long nanos, String name) {
        long epochMillis = originEpochMillis + nanos / 1_000_000;
        long delay = originNanos + nanos - System.nanoTime();
        var _ = clerk.schedule(
                () -> marks.accept("BIRDSEYE " + name + " " + epochMillis), delay, TimeUnit.NANOSECONDS);
    }

    private void flush() {
        // A request is given up at its timeout; two seconds are for an injector that is behind.
        long horizon = now() - settings.requestTimeout().plusSeconds(2).toNanos();
        try {
            log.flush(horizon);
        } catch (IOException e) {
            writeFailure = e.getMessage();
        }
    }

    /** Nanoseconds since the origin. */
    long now() {
        return System.nanoTime() - originNanos;
    }

    /** The open model's next request. */
    Visit arrive(long request) {
        Visit visit = new Visit();
        Timetable.Arrival arrival = timetable.arrival(request);
        visit.due(arrival.measured(), arrival.dueNanos());
        return visit;
    }

    /** The closed model: the user is free from now on, or at the beginning of the next cycle. */
    void free(Visit visit, Duration delayAfterRest) {
        long now = now();
        long next = timetable.nextRunning(now);
        long due = next == now ? now : next + delayAfterRest.toNanos();
        visit.due(due >= timetable.window().startNanos(), due);
    }

    /** Whether the closed model's window still has room for this request. */
    boolean stillRunning(Visit visit) {
        return visit.dueNanos() < timetable.window().endNanos();
    }

    /** How long until the request is due, in whole milliseconds rounded up, so that none is sent early. */
    Duration untilDue(Visit visit) {
        long nanos = visit.dueNanos() - now();
        return Duration.ofMillis(nanos <= 0 ? 0 : (nanos + 999_999) / 1_000_000);
    }

    /** The request goes out now. */
    void send(Visit visit) {
        long now = now();
        visit.sent(now);
        if (visit.measured()) {
            sent.increment();
            log.sent(visit.dueNanos(), now);
            if (now >= timetable.window().startNanos() && now < timetable.window().endNanos()) {
                sentInWindow.increment();
            }
        }
    }

    /**
     * The request has come to its end now.
     *
     * @param error null if the answer was right
     */
    void end(Visit visit, @Nullable String error) {
        long now = now();
        if (error == null) {
            answers.answered(now);
        }
        if (!visit.measured()) {
            return;
        }
        if (error == null) {
            ok.increment();
            log.answered(visit.dueNanos(), visit.sentNanos(), now);
        } else {
            errors.computeIfAbsent(error, kind -> new LongAdder()).increment();
        }
    }

    /** What became of a request without an answer, judged by how long it took: Gatling tells nothing more. */
    String withoutAnswer(Visit visit) {
        long nanos = now() - visit.sentNanos();
        return nanos >= settings.requestTimeout().toNanos() * 9 / 10 ? "timeout" : "connection";
    }

    /**
     * Closes the books and writes {@code window.json}.
     *
     * @throws IOException if the histograms or the summary could not be written
     */
    LoadSummary finish() throws IOException, InterruptedException {
        // The last answer may come before the window's end, and its mark must still be made.
        clerk.shutdown();
        long untilEnd = Math.max(0, timetable.window().endNanos() - now());
        boolean _ = clerk.awaitTermination(untilEnd + TimeUnit.SECONDS.toNanos(10), TimeUnit.NANOSECONDS);
        LoadSummary summary = summary();
        log.close();
        if (writeFailure != null) {
            throw new IOException(writeFailure);
        }
        Path file = settings.out().resolve("window.json");
        Path partial = settings.out().resolve("window.json.part");
        JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.write(partial, json.writeValueAsBytes(summary));
        // A reader never sees half a file.
        Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        return summary;
    }

    private LoadSummary summary() {
        Map<String, Long> errorsByKind = new TreeMap<>();
        errors.forEach((kind, count) -> errorsByKind.put(kind, count.sum()));
        long known = errorsByKind.values().stream().mapToLong(Long::longValue).sum();
        long unfinished = sent.sum() - ok.sum() - known;
        if (unfinished > 0) {
            errorsByKind.put("unfinished", unfinished);
        }
        Timetable.Phase window = timetable.window();
        double seconds = window.duration().toNanos() / 1e9;
        boolean open = settings.load().model() == Load.Model.OPEN;
        long shift = open ? Math.round(log.services().minMs() * 1e6) : 0;
        long answered = answers.between(window.startNanos() + shift, window.endNanos() + shift);
        return new LoadSummary(
                originEpochMillis + window.startNanos() / 1_000_000,
                originEpochMillis + window.endNanos() / 1_000_000,
                seconds,
                open ? window.requests() : sent.sum(),
                sent.sum(),
                sentInWindow.sum() / seconds,
                answered / seconds,
                ok.sum(),
                sent.sum() - ok.sum(),
                errorsByKind,
                log.responses(),
                log.services(),
                log.startLags());
    }
}
