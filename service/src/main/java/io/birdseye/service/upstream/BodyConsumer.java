package io.birdseye.service.upstream;

import io.birdseye.fanout.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** Collects the body of one answer; if the answer announces the size, in an array of that size. */
final class BodyConsumer extends AbstractBinResponseConsumer<byte[]> {

    private static final int FIRST_GUESS = 16 * 1024;

    private final Plan.CallPlan call;
    private final int most;
    private ByteArrayBuffer body = new ByteArrayBuffer(0);

    /** @param most the largest body that is accepted, in bytes */
    BodyConsumer(Plan.CallPlan call, int most) {
        this.call = call;
        this.most = most;
    }

    @Override
    protected void start(HttpResponse response, ContentType contentType) throws IOException {
        if (response.getCode() != 200) {
            // This closes the connection, so the body is not read.
            throw new IOException(Failures.status(call, response.getCode()));
        }
        Header length = response.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        // The client has checked that the header is a number.
        long announced = length == null ? Math.min(FIRST_GUESS, most) : Long.parseLong(length.getValue().trim());
        requireAtMost(announced);
        body = new ByteArrayBuffer((int) announced);
    }

    @Override
    protected int capacityIncrement() {
        return Integer.MAX_VALUE;
    }

    @Override
    protected void data(ByteBuffer bytes, boolean endOfStream) throws IOException {
        requireAtMost((long) body.length() + bytes.remaining());
        body.append(bytes);
    }

    private void requireAtMost(long size) throws IOException {
        if (size > most) {
            throw new IOException(Failures.oversize(call, most));
        }
    }

    @Override
    protected byte[] buildResult() {
        return body.isFull() ? body.array() : body.toByteArray();
    }

    @Override
    public void releaseResources() {
        body = new ByteArrayBuffer(0);
    }
}
