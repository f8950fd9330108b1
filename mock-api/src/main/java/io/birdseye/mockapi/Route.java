package io.birdseye.mockapi;

import io.birdseye.model.Fault;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One route as it is served now. New settings make a new one, whose requests are counted from 0 again: their ordinal
 * decides their random draws, with the seed and the name.
 */
record Route(String name, PreparedBody body, Counters counters, long seed, RouteSettings settings, AtomicLong ordinal) {

    /** What a route has answered since the start. New settings leave them as they are. */
    record Counters(LongAdder requests, LongAdder errorStatuses, LongAdder faults) {

        Counters() {
            this(new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    /**
     * The random numbers of one request. They depend only on the seed, the route, and how many requests the route has
     * had since its settings were set: the k-th request is answered alike in every run, whichever thread serves it.
     *
     * <p>The order within a request is fixed: status, fault, delay, then the bytes of a fault. Status and fault take a
     * number even where none is set, so that a changed probability changes no delay. A fault goes before a status.
     */
    record Draws(int status, @Nullable Fault fault, long delayNanos, SplittableRandom garbage) {

        static Draws of(long seed, String route, long ordinal, RouteSettings settings) {
            SplittableRandom random = new SplittableRandom(mix(mix(mix(seed) + route.hashCode()) + ordinal));
            int status = settings.statusAt(random.nextDouble());
            Fault fault = settings.faultAt(random.nextDouble());
            return new Draws(status, fault, settings.drawDelayNanos(random), random);
        }
    }

    Draws draw(RouteSettings effective) {
        return Draws.of(seed, name, ordinal.getAndIncrement(), effective);
    }

    /** Gives neighbouring seeds distant values: the finaliser of MurmurHash3, in David Stafford's 13th variant. */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }

    /**
     * The body of a route, written once and shared by all answers. It lies outside the heap, so that the kernel copies
     * it straight to the socket: from the heap, every answer would first copy it into a buffer of its own. Without a
     * size that was asked for it is data of the {@link Dataset}.
     */
    record PreparedBody(@Nullable Integer payloadBytes, ByteBuf bytes, Buffer buffer, CharSequence contentLength) {

        /** @param photos how many photos the {@link Dataset} has */
        static PreparedBody of(String route, @Nullable Integer payloadBytes, int photos) {
            String body = payloadBytes == null ? Dataset.items(route, photos) : Dataset.payload(route, payloadBytes);
            byte[] json = body.getBytes(StandardCharsets.US_ASCII);
            // Memory of the JDK's, which is given back when the last answer with a body of former settings has been sent.
            // Netty's own would have to be released by hand.
            ByteBuffer memory = ByteBuffer.allocateDirect(json.length).put(json).flip();
            ByteBuf bytes = Unpooled.wrappedBuffer(memory).asReadOnly();
            CharSequence length = HttpHeaders.createOptimized(Integer.toString(json.length));
            return new PreparedBody(payloadBytes, bytes, BufferInternal.buffer(bytes), length);
        }

        /** Into how many parts it can be cut: no part is empty. */
        int parts(int wanted) {
            return Math.min(wanted, bytes.readableBytes());
        }

        /** One of several parts of nearly equal length; the only one is the whole body. */
        Buffer part(int part, int parts) {
            if (parts == 1) {
                return buffer;
            }
            int start = start(part - 1, parts);
            return BufferInternal.buffer(bytes.slice(start, start(part, parts) - start));
        }

        private int start(int part, int parts) {
            return (int) ((long) bytes.readableBytes() * part / parts);
        }
    }
}
