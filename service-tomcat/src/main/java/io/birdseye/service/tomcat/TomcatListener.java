package io.birdseye.service.tomcat;

import io.birdseye.service.server.EventStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A client of events, written to without waiting. It is known to have left when an event cannot be written. */
final class TomcatListener implements EventStream.Listener, WriteListener {

    private final TomcatArrival arrival;
    private final ServletOutputStream out;
    private volatile boolean failed;

    private TomcatListener(TomcatArrival arrival, ServletOutputStream out) {
        this.arrival = arrival;
        this.out = out;
    }

    static TomcatListener begin(TomcatArrival arrival, Map<String, String> headers) {
        try {
            arrival.response().setStatus(200);
            headers.forEach(arrival.response()::setHeader);
            TomcatListener listener = new TomcatListener(arrival, arrival.response().getOutputStream());
            listener.out.setWriteListener(listener);
            return listener;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean connected() {
        return !failed;
    }

    @Override
    public boolean write(byte[] event) throws IOException {
        if (!out.isReady()) {
            return false;
        }
        out.write(event);
        if (out.isReady()) {
            out.flush();
        }
        return true;
    }

    @Override
    public void onWritePossible() {
        // The next event asks.
    }

    @Override
    public void onError(Throwable failure) {
        failed = true;
    }

    @Override
    public void end() {
        arrival.end();
    }

    @Override
    public void cut() {
        failed = true;
    }
}
