package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.generate.Schedule.Phase;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one run: for each measured phase counts and three histograms of microseconds with three digits; and
 * right answers of all phases by the instant at which they came, in slots of 10 ms. Safe for use by many threads.
 * Memory: about 300 kB for each measured phase, and 400 bytes for each second.
 */
public final class Recording {

    private static final int DIGITS = 3;
    private static final long SLOT_NANOS = 10_000_000;

    /** A request that is due at the end of its phase counts as sent in it if it is sent by then. */
    private static final long MOMENT_NANOS = 10_000_000;

    private final Schedule schedule;
    private final Map<Phase, PhaseCounts> counts = new LinkedHashMap<>();
    private final int[] answers;

    private static final class PhaseCounts {
        final Histogram responses = new Histogram(DIGITS);
        final Histogram services = new Histogram(DIGITS);
        final Histogram startLags = new Histogram(DIGITS);
        final Map<String, Long> errors = new TreeMap<>();
        long sent;
        long sentInPhase;
        @Nullable ServedPath paths;
        long withPath;

        long unfinished() {
            return sent - responses.getTotalCount() - errors.values().stream().mapToLong(Long::longValue).sum();
        }

        Recorded.Window exported() {
            return new Recorded.Window(sent, sentInPhase, errors, Recorded.encode(responses), Recorded.encode(services),
                    Recorded.encode(startLags), paths, withPath);
        }

        void add(ServedPath path, long answers) {
            paths = paths == null ? path : paths.plus(path);
            withPath += answers;
        }

        void add(Recorded.Window other) throws IOException {
            sent += other.sent();
            sentInPhase += other.sentInPhase();
            other.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
            responses.add(Recorded.decode(other.responses()));
            services.add(Recorded.decode(other.services()));
            startLags.add(Recorded.decode(other.startLags()));
            if (other.paths() != null) {
                add(other.paths(), other.withPath());
            }
        }
    }

    /** @param requestTimeout after the schedule's end; later answers are not counted */
    public Recording(Schedule schedule, Duration requestTimeout) {
        this.schedule = schedule;
        schedule.phases().stream().filter(Phase::measured).forEach(phase -> counts.put(phase, new PhaseCounts()));
        long span = schedule.window().endNanos() + requestTimeout.plusSeconds(1).toNanos();
        answers = new int[Math.toIntExact(span / SLOT_NANOS + 1)];
    }

    public synchronized void sent(RequestTiming timing) {
        Phase phase = timing.phase();
        PhaseCounts seen = counts.get(phase);
        if (phase != null && seen != null) {
            seen.sent++;
            seen.startLags.recordValue(timing.startLagMicros());
            seen.sentInPhase += timing.sentNanos() >= phase.startNanos() && timing.sentNanos() < phase.endNanos() + MOMENT_NANOS ? 1 : 0;
        }
    }

    /** The request has come to its end; without an error if the answer was right. */
    public synchronized void ended(
            RequestTiming timing, long nanos, @Nullable String error, @Nullable ServedPath path) {
        long slot = nanos / SLOT_NANOS;
        if (error == null && nanos >= 0 && slot < answers.length) {
            answers[(int) slot]++;
        }
        PhaseCounts seen = counts.get(timing.phase());
        if (seen != null && error == null) {
            seen.responses.recordValue(timing.responseMicros(nanos));
            seen.services.recordValue(timing.serviceMicros(nanos));
            if (path != null) {
                seen.add(path, 1);
            }
        } else if (seen != null) {
            seen.errors.merge(error, 1L, Long::sum);
        }
    }

    /** All of it, for whoever merges the recordings of several injectors. */
    public synchronized Recorded exported() {
        return new Recorded(counts.values().stream().map(PhaseCounts::exported).toList(), answers.clone());
    }

    /**
     * Adds what an injector has recorded of its share, exactly; an {@link IOException} if it is damaged or not of it.
     */
    public synchronized void add(Recorded other) throws IOException {
        if (other.windows().size() != counts.size() || other.answers().length != answers.length) {
            throw new IOException("an injector has recorded another schedule");
        }
        int window = 0;
        for (PhaseCounts seen : counts.values()) {
            seen.add(other.windows().get(window++));
        }
        Arrays.setAll(answers, slot -> answers[slot] + other.answers()[slot]);
    }

    /** For each measured phase the right answers that took no longer than so, counted from when they were due. */
    public synchronized List<Long> answeredWithin(double millis) {
        return counts.values().stream()
                .map(seen -> seen.responses.getCountBetweenValues(0, Math.round(millis * 1e3)))
                .toList();
    }

    /** What each measured phase has brought. Requests without an end so far count as unfinished. */
    public synchronized List<LoadSummary> summaries() {
        return counts.entrySet().stream()
                .map(entry -> summary(entry.getKey(), entry.getValue()))
                .toList();
    }

    private LoadSummary summary(Phase phase, PhaseCounts seen) {
        Map<String, Long> errorsByKind = new TreeMap<>(seen.errors);
        if (seen.unfinished() > 0) {
            errorsByKind.put("unfinished", seen.unfinished());
        }
        double seconds = phase.duration().toNanos() / 1e9;
        LatencyFigures service = LatencyFigures.of(seen.services);
        // Nothing is in flight when an open window begins, so the pace of answers rises until the first requests have
        // theirs.
        long filling = schedule.open()
                ? Math.min(phase.duration().toNanos() / 2, Math.round(service.p99Ms() * 1e6))
                : 0;
        long answered = answersBetween(phase.startNanos() + filling, phase.endNanos());
        long ok = seen.responses.getTotalCount();
        return new LoadSummary(
                seconds,
                schedule.open() ? phase.requests() : seen.sent,
                seen.sent,
                seen.sentInPhase / seconds,
                answered / (seconds - filling / 1e9),
                ok,
                seen.sent - ok,
                errorsByKind,
                LatencyFigures.of(seen.responses),
                service,
                LatencyFigures.of(seen.startLags),
                // Of some answers only it would not be the mean of the response time's parts.
                seen.paths == null || seen.withPath < ok ? null : seen.paths.dividedBy(ok));
    }

    /** Both ends rounded to a slot. */
    private long answersBetween(long fromNanos, long toNanos) {
        int from = (int) Math.round((double) fromNanos / SLOT_NANOS);
        int to = (int) Math.min(answers.length, Math.round((double) toNanos / SLOT_NANOS));
        return from < to ? Arrays.stream(answers, from, to).asLongStream().sum() : 0;
    }
}
