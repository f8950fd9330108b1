package io.birdseye.mockapi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The body of a route, written once and shared by all answers. It lies outside the heap, so that the kernel copies it
 * straight to the socket: from the heap, every answer would first copy it into a buffer of its own.
 *
 * @param payloadBytes the size that was asked for, null for data of the {@link Dataset}
 * @param contentLength its length as the value of a header
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
