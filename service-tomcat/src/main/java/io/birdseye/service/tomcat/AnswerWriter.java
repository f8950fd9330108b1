package io.birdseye.service.tomcat;

import io.birdseye.service.server.Problems;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ContainerException;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/** Writes what Jersey answers, on the thread that answers. */
record AnswerWriter(TomcatArrival arrival) implements ContainerResponseWriter {

    @Override
    public OutputStream writeResponseStatusAndHeaders(long contentLength, ContainerResponse response) {
        try {
            return arrival.begin(response.getStatus(), response.getStringHeaders());
        } catch (IOException e) {
            throw new ContainerException(e);
        }
    }

    /** The service has deadlines of its own. */
    @Override
    public boolean suspend(long timeOut, TimeUnit timeUnit, TimeoutHandler timeoutHandler) {
        return true;
    }

    @Override
    public void setSuspendTimeout(long timeOut, TimeUnit timeUnit) {
        // No request has a timeout of Jersey's.
    }

    @Override
    public void commit() {
        arrival.end();
    }

    @Override
    public void failure(Throwable error) {
        arrival.answer(Problems.of(error));
    }

    /** Answers are whole arrays, whose length is known. */
    @Override
    public boolean enableResponseBuffering() {
        return false;
    }
}
