package io.birdseye.mockapi;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a route, rendered once and shared by all answers. It lies outside the heap, so that the kernel copies it
 * straight to the socket: from the heap, every answer would first copy it into a buffer of its own.
 *
 * @param madeUp whether it is only a size, and no data of ours
 * @param contentLength its length, ready to be a header
 */
record Resource(
        String name, boolean madeUp, ByteBuf bytes, Buffer body, CharSequence contentLength) {

    /** The data of a route of ours, with so many photos. */
    static Resource ofData(String name, int photos) {
        return of(name, false, Dataset.items(name, photos));
    }

    /** A body of so many bytes. */
    static Resource ofSize(String name, int bytes) {
        return of(name, true, Payload.json(name, bytes));
    }

    /** Whether this is the data of ours (no size), or a body of that size. */
    boolean fits(@Nullable Integer payloadBytes) {
        return payloadBytes == null ? !madeUp : madeUp && bytes.readableBytes() == payloadBytes;
    }

    private static Resource of(String name, boolean madeUp, String body) {
        byte[] json = body.getBytes(StandardCharsets.UTF_8);
        ByteBuf bytes = Unpooled.directBuffer(json.length, json.length).writeBytes(json).asReadOnly();
        return new Resource(
                name,
                madeUp,
                bytes,
                BufferInternal.buffer(bytes),
                HttpHeaders.createOptimized(Integer.toString(json.length)));
    }

    /** Cuts the body into so many parts of nearly equal length, none of them empty. */
    List<Buffer> split(int parts) {
        int length = bytes.readableBytes();
        int count = Math.min(parts, length);
        List<Buffer> chunks = new ArrayList<>(count);
        int start = 0;
        for (int i = 1; i <= count; i++) {
            int end = (int) ((long) length * i / count);
            chunks.add(BufferInternal.buffer(bytes.slice(start, end - start)));
            start = end;
        }
        return Collections.unmodifiableList(chunks);
    }
}
