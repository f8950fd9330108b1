package io.birdseye.service.upstream;

import io.birdseye.fanout.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;

/** Collects the body of one answer; if the answer announces the size, in an array of that size. */
final class BodyConsumer extends AbstractBinResponseConsumer<byte[]> {

    private static final int FIRST_GUESS = 16 * 1024;

    private final Plan.CallPlan call;
    private final int cap;
    private byte[] body = new byte[0];
    private int length;

    BodyConsumer(Plan.CallPlan call, int cap) {
        this.call = call;
        this.cap = cap;
    }

    @Override
    protected void start(HttpResponse response, ContentType contentType) throws IOException {
        if (response.getCode() != 200) {
            // This also closes the connection, so the body is not read.
            throw new IOException(Failures.status(call, response.getCode()));
        }
        Header announced = response.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        if (announced != null) {
            body = new byte[announcedLength(announced.getValue())];
        }
    }

    /** The client has checked by now that it is a number. */
    private int announcedLength(String value) throws IOException {
        long announced = Long.parseLong(value.trim());
        if (announced > cap) {
            throw new IOException(Failures.oversize(call, cap));
        }
        return (int) announced;
    }

    @Override
    protected int capacityIncrement() {
        return Integer.MAX_VALUE;
    }

    @Override
    protected void data(ByteBuffer bytes, boolean endOfStream) throws IOException {
        int more = bytes.remaining();
        if ((long) length + more > cap) {
            throw new IOException(Failures.oversize(call, cap));
        }
        if (length + more > body.length) {
            int atLeast = Math.max(length + more, FIRST_GUESS);
            body = Arrays.copyOf(body, (int) Math.min(Math.max(atLeast, 2L * body.length), cap));
        }
        bytes.get(body, length, more);
        length += more;
    }

    @Override
    protected byte[] buildResult() {
        return length == body.length ? body : Arrays.copyOf(body, length);
    }

    @Override
    public void releaseResources() {
        body = new byte[0];
    }
}
