package io.birdseye.loadtest.generate;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The requests of one measured phase: counts, and three histograms of microseconds with three digits. Safe for use by
 * many threads. Memory: about 300 kB.
 */
public final class Recording {

    private static final int DIGITS = 3;

    private final Schedule.Phase phase;
    private final Histogram responses = new Histogram(DIGITS);
    private final Histogram services = new Histogram(DIGITS);
    private final Histogram startLags = new Histogram(DIGITS);
    private final Map<String, Long> errors = new TreeMap<>();
    private long sent;
    private long sentInPhase;

    public Recording(Schedule.Phase phase) {
        this.phase = phase;
    }

    /** The request has just been sent. */
    public synchronized void sent(RequestTiming timing) {
        sent++;
        startLags.recordValue(timing.startLagMicros());
        if (timing.sentNanos() >= phase.startNanos() && timing.sentNanos() < phase.endNanos()) {
            sentInPhase++;
        }
    }

    /** The right answer has come. */
    public synchronized void answered(RequestTiming timing, long nanos) {
        responses.recordValue(timing.responseMicros(nanos));
        services.recordValue(timing.serviceMicros(nanos));
    }

    /** The request has failed. */
    public synchronized void failed(String kind) {
        errors.merge(kind, 1L, Long::sum);
    }

    /** How many right answers took no longer than so many milliseconds, counted from when the request was due. */
    synchronized long answeredWithin(double millis) {
        return responses.getCountBetweenValues(0, Math.round(millis * 1e3));
    }

    /**
     * What the phase has brought. Requests without an end so far count as unfinished.
     *
     * @param originEpochMillis the origin of the run by the clock
     * @param open the load model
     * @param answers all right answers of the run
     */
    public synchronized LoadSummary summary(long originEpochMillis, boolean open, AnswerCounter answers) {
        Map<String, Long> errorsByKind = new TreeMap<>(errors);
        long ok = responses.getTotalCount();
        long unfinished = sent - ok - errors.values().stream().mapToLong(Long::longValue).sum();
        if (unfinished > 0) {
            errorsByKind.put("unfinished", unfinished);
        }
        double seconds = phase.duration().toNanos() / 1e9;
        LatencyFigures service = LatencyFigures.of(services);
        long shift = open ? Math.round(service.minMs() * 1e6) : 0;
        long answered = answers.between(phase.startNanos() + shift, phase.endNanos() + shift);
        return new LoadSummary(
                originEpochMillis + phase.startNanos() / 1_000_000,
                originEpochMillis + phase.endNanos() / 1_000_000,
                seconds,
                open ? phase.requests() : sent,
                sent,
                sentInPhase / seconds,
                answered / seconds,
                ok,
                sent - ok,
                errorsByKind,
                LatencyFigures.of(responses),
                service,
                LatencyFigures.of(startLags));
    }
}
