package io.birdseye.mockapi;

import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How far off the delays are: the delay that was asked for against the time from the request's head being read to the
 * first write, in microseconds, as an absolute value. Each part of a dribbled body counts as a delay of its own. What
 * a request waited in the socket's buffer before it was read is not in it; nobody in the process can see that.
 */
final class DelayError {

    private static final int DIGITS = 3;

    private final Recorder recorder = new Recorder(TimeUnit.HOURS.toMicros(1), DIGITS);
    private final LongAdder early = new LongAdder();
    private Histogram total = newHistogram();

    /** Wait-free; called on the event loops. */
    void record(long askedNanos, long realNanos) {
        long error = realNanos - askedNanos;
        if (error < 0) {
            early.increment();
        }
        recorder.recordValue(Math.min(Math.abs(error) / 1_000, TimeUnit.HOURS.toMicros(1)));
    }

    synchronized void reset() {
        recorder.reset();
        early.reset();
        total = newHistogram();
    }

    /** Percentiles, and the whole histogram in HdrHistogram's compressed form, which merges exactly. */
    synchronized JsonObject report() {
        total.add(recorder.getIntervalHistogram());
        return new JsonObject()
                .put("count", total.getTotalCount())
                .put("earlyCount", early.sum())
                .put("meanUs", Math.round(total.getMean() * 1_000) / 1_000.0)
                .put("p50Us", total.getValueAtPercentile(50))
                .put("p90Us", total.getValueAtPercentile(90))
                .put("p99Us", total.getValueAtPercentile(99))
                .put("p999Us", total.getValueAtPercentile(99.9))
                .put("maxUs", total.getMaxValue())
                .put("histogram", encoded());
    }

    private String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(total.getNeededByteBufferCapacity());
        int length = total.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram newHistogram() {
        return new Histogram(TimeUnit.HOURS.toMicros(1), DIGITS);
    }
}
