package io.birdseye.service.server;

import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that has been read, as the server that it came to can answer it: at any time, on any thread. */
public abstract class Arrival {

    private static final Logger LOG = LoggerFactory.getLogger(Arrival.class);

    private final Exchange exchange;

    protected Arrival(Exchange exchange) {
        this.exchange = exchange;
    }

    public final Exchange exchange() {
        return exchange;
    }

    /** Writes a whole answer, unless one was begun or the client has left, and ends the request. */
    public final void answer(int status, String type, Map<String, String> headers, byte[] body) {
        write(status, type, headers, body);
        end();
    }

    public final void answer(Problem problem) {
        write(problem);
        end();
    }

    /** Like {@link #answer(Problem)}, but the caller ends the request. */
    public final void write(Problem problem) {
        write(problem.status(), Problem.MEDIA_TYPE, problem.headers(), problem.json(exchange.path()));
    }

    private void write(int status, String type, Map<String, String> headers, byte[] body) {
        if (!mayBegin()) {
            return;
        }
        exchange.answering(status);
        Map<String, String> all = new LinkedHashMap<>();
        all.put(HttpHeaders.CONTENT_TYPE, type);
        all.put(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
        all.put(HttpHeaders.CACHE_CONTROL, Exchange.NOT_STORED);
        all.put(Exchange.SERVER_TIMING, exchange.serverTiming());
        all.putAll(headers);
        try {
            write(status, all, body);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("an answer could not be written", e);
        }
    }

    /** Whether no answer has been begun. */
    protected abstract boolean mayBegin();

    /** Writes an answer, in place of what has not been sent yet of another. */
    protected abstract void write(int status, Map<String, String> headers, byte[] body) throws IOException;

    /** Begins a stream of events, for which the request stays open and holds no thread. */
    protected abstract void beginEvents(Map<String, String> headers) throws IOException;

    /**
     * Writes an event without waiting for the client. Returns false, and writes nothing, if the client takes nothing now.
     *
     * @throws IOException if the client has left
     */
    protected abstract boolean writeEvent(byte[] event) throws IOException;

    protected abstract boolean isConnected();

    /**
     * Watches the request: if the client leaves, the exchange is given up.
     *
     * @param end called with the status when the answer has been written or never will be; perhaps more than once
     */
    protected abstract void whenEnded(IntConsumer end);

    /** Ends the request; does nothing if it has ended. */
    public abstract void end();

    /** Ends the connection, whatever is still to be written. */
    protected abstract void cut();
}
