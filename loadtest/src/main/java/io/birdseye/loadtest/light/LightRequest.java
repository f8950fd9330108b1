package io.birdseye.loadtest.light;

import io.birdseye.loadtest.generate.RequestTiming;
import io.birdseye.loadtest.generate.ServedPath;
import io.birdseye.loadtest.plan.AnswerProbe;
import io.birdseye.loadtest.plan.Expectation;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** One request and what has come of its answer. A body is kept only where something in it must match. */
final class LightRequest {

    final Connections owner;
    final RequestBytes request;
    final long number;
    RequestTiming timing;
    boolean retried;
    @Nullable Channel channel;

    private final LightClient client;
    private final Expectation expected;
    private final @Nullable ByteArrayOutputStream body;
    private int status;
    private @Nullable ServedPath path;
    private long length;
    private byte first;
    private byte last;
    private boolean over;

    LightRequest(LightClient client, Connections owner, RequestBytes request, long number, RequestTiming timing) {
        this.client = client;
        this.owner = owner;
        this.request = request;
        this.number = number;
        this.timing = timing;
        expected = request.request().expectation();
        body = expected.matches() == null ? null : new ByteArrayOutputStream();
    }

    boolean hasAnswer() {
        return status != 0;
    }

    void head(HttpResponse head) {
        status = head.status().code();
        String told = head.headers().get("Server-Timing");
        path = told == null ? null : ServedPath.of(told);
    }

    /** @return whether the body is still small enough to go on */
    boolean content(ByteBuf part) {
        int size = part.readableBytes();
        if (size > 0) {
            first = length == 0 ? part.getByte(part.readerIndex()) : first;
            last = part.getByte(part.writerIndex() - 1);
            length += size;
        }
        if (length > AnswerProbe.MAX_BODY_BYTES || body != null && !client.keep(size)) {
            return false;
        }
        try {
            if (body != null) {
                part.readBytes(body, size);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("an array takes what is written", e);
        }
    }

    /** What is wrong with the answer that has come; null for a right one. */
    @Nullable String error() {
        if (status != expected.status()) {
            return Integer.toString(status);
        }
        return expected.isObject(length, first, last) && (body == null || expected.matches(body.toByteArray())) ? null : "body";
    }

    @Nullable ServedPath path() {
        return path;
    }

    boolean isOver() {
        return over;
    }

    void isOverNow() {
        over = true;
        if (body != null) {
            boolean _ = client.keep(-body.size());
        }
    }
}
