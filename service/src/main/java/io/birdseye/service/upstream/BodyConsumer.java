package io.birdseye.service.upstream;

import io.birdseye.fanout.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Collects the body of one answer. */
final class BodyConsumer extends AbstractBinResponseConsumer<byte[]> {

    private final Plan.CallPlan call;
    private final int max;
    private final BodyBudget.Share share;
    private @Nullable GrowingBody body;

    BodyConsumer(Plan.CallPlan call, int max, BodyBudget.Share share) {
        this.call = call;
        this.max = max;
        this.share = share;
    }

    @Override
    protected void start(HttpResponse response, ContentType contentType) throws IOException {
        if (response.getCode() != 200) {
            // This closes the connection, so the body is not read.
            throw new IOException(Failures.status(call, response.getCode()));
        }
        Header length = response.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        // The client has checked that the header is a number.
        long announced = length == null ? -1 : Long.parseLong(length.getValue().trim());
        try {
            body = new GrowingBody(call, announced, max, share);
        } catch (RuntimeException | Error e) {
            throw new IOException(e);
        }
    }

    @Override
    protected int capacityIncrement() {
        return Integer.MAX_VALUE;
    }

    @Override
    protected void data(ByteBuffer bytes, boolean endOfStream) throws IOException {
        try {
            if (body != null) {
                body.append(bytes);
            }
        } catch (RuntimeException | Error e) {
            // An error would end the event loop, and with it the calls of all requests.
            throw new IOException(e);
        }
    }

    @Override
    protected byte[] buildResult() {
        return body == null ? new byte[0] : body.toArray();
    }

    @Override
    public void releaseResources() {
        body = null;
    }
}
