package io.birdseye.mockapi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How far off the delays are: the delay that was asked for against the time from the request's head being read to the
 * first write, in microseconds, as an absolute value. Each part of a dribbled body counts as a delay of its own. The
 * time that a request waited in the socket's buffer before it was read is not included: the process cannot see it.
 */
final class DelayError {

    private static final int DIGITS = 3;
    private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(1);

    private final Recorder recorder = new Recorder(MAX_MICROS, DIGITS);
    private final LongAdder early = new LongAdder();
    private Histogram total = new Histogram(MAX_MICROS, DIGITS);

    /** @param histogram in HdrHistogram's compressed form and Base64, which merges exactly */
    record Report(
            long count, long earlyCount, double meanUs, long p50Us, long p90Us, long p99Us, long p999Us, long maxUs,
            String histogram) {}

    /** Wait-free; called on the event loops. */
    void record(long askedNanos, long realNanos) {
        long error = realNanos - askedNanos;
        if (error < 0) {
            early.increment();
        }
        recorder.recordValue(Math.min(Math.abs(error) / 1_000, MAX_MICROS));
    }

    synchronized void reset() {
        recorder.reset();
        early.reset();
        total.reset();
    }

    /** Everything since the last reset. */
    synchronized Report report() {
        total.add(recorder.getIntervalHistogram());
        ByteBuffer buffer = ByteBuffer.allocate(total.getNeededByteBufferCapacity());
        int length = total.encodeIntoCompressedByteBuffer(buffer);
        return new Report(
                total.getTotalCount(), early.sum(), Math.round(total.getMean() * 1_000) / 1_000.0,
                total.getValueAtPercentile(50), total.getValueAtPercentile(90), total.getValueAtPercentile(99),
                total.getValueAtPercentile(99.9), total.getMaxValue(),
                Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }
}
