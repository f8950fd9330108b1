package io.birdseye.service.upstream;

import io.birdseye.fanout.Plan;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.strategy.Overloaded;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The body of one answer while it arrives. It takes memory in proportion to what has come, and not to what the answer
 * announces: an upstream that announces 16 MB and is silent costs {@value #FIRST_BYTES} bytes. An announced body costs
 * one more copy of a sixteenth of it at most, a body of unknown length the copies of an array that doubles.
 */
final class GrowingBody {

    private static final int FIRST_BYTES = 64 * 1024;
    private static final int ANNOUNCED_STEP = 16;
    private static final int UNKNOWN_STEP = 2;

    private final Plan.CallPlan call;
    private final int max;
    private final Budget.Share share;
    private final int step;
    private final int limit;
    private byte[] bytes;
    private int size;

    /** @param announced negative if none; {@link UpstreamFailure} if it is above the largest that is accepted */
    GrowingBody(Plan.CallPlan call, long announced, int max, Budget.Share share) {
        if (announced > max) {
            throw Failures.oversize(call, max);
        }
        this.call = call;
        this.max = max;
        this.share = share;
        step = announced < 0 ? UNKNOWN_STEP : ANNOUNCED_STEP;
        limit = announced < 0 ? max : (int) announced;
        int first = Math.min(limit, FIRST_BYTES);
        share.take(first);
        bytes = new byte[first];
    }

    /** Reads to the end, which makes the client release its connection. */
    void readFrom(InputStream in) throws IOException {
        while (true) {
            if (size == bytes.length) {
                int next = in.read();
                if (next < 0) {
                    return;
                }
                require(1);
                bytes[size++] = (byte) next;
            }
            int read = in.read(bytes, size, bytes.length - size);
            if (read < 0) {
                return;
            }
            size += read;
        }
    }

    void append(ByteBuffer arrived) {
        int more = arrived.remaining();
        require(more);
        arrived.get(bytes, size, more);
        size += more;
    }

    private void require(int more) {
        if (size + more > max || size + more < 0) {
            throw Failures.oversize(call, max);
        }
        if (size + more > bytes.length) {
            int length = (int) Math.max(size + more, Math.min(limit, (long) bytes.length * step));
            share.take(length - bytes.length);
            bytes = Arrays.copyOf(bytes, length);
        }
    }

    int size() {
        return size;
    }

    byte[] toArray() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /** The bytes that the bodies of all requests together may hold, so that large bodies do not fill the heap. */
    static final class Budget {

        private final long max;
        private final AtomicLong held = new AtomicLong();

        Budget(long max) {
            this.max = max;
        }

        /** What the bodies of one request hold, from the first byte to the end of the request. */
        Share share() {
            return new Share();
        }

        /** For all calls of one request, which run on several threads. */
        final class Share implements AutoCloseable {

            private long taken;
            private boolean closed;

            /** @throws Overloaded if the bodies of all requests would hold too much */
            synchronized void take(long bytes) {
                if (closed) {
                    throw new IllegalStateException("the request has ended");
                }
                if (held.addAndGet(bytes) > max) {
                    held.addAndGet(-bytes);
                    throw new Overloaded("the bodies of all requests may hold " + max + " bytes together");
                }
                taken += bytes;
            }

            @Override
            public synchronized void close() {
                closed = true;
                held.addAndGet(-taken);
                taken = 0;
            }
        }
    }
}
