package io.birdseye.mockapi.server;

import io.birdseye.mockapi.data.Dataset;
import io.birdseye.mockapi.data.Payload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
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
        String body = payloadBytes == null ? Dataset.items(route, photos) : Payload.json(route, payloadBytes);
        byte[] json = body.getBytes(StandardCharsets.US_ASCII);
        ByteBuf bytes = Unpooled.directBuffer(json.length, json.length).writeBytes(json).asReadOnly();
        CharSequence length = HttpHeaders.createOptimized(Integer.toString(json.length));
        return new PreparedBody(payloadBytes, bytes, BufferInternal.buffer(bytes), length);
    }

    /** Cuts the body into parts of nearly equal length, none of them empty; so fewer where it has fewer bytes. */
    List<Buffer> split(int parts) {
        int length = bytes.readableBytes();
        int count = Math.min(parts, length);
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    int start = (int) ((long) length * i / count);
                    int end = (int) ((long) length * (i + 1) / count);
                    return (Buffer) BufferInternal.buffer(bytes.slice(start, end - start));
                })
                .toList();
    }
}
