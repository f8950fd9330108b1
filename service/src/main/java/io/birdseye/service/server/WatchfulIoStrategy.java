package io.birdseye.service.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.jspecify.annotations.Nullable;

/**
 * Reads and parses requests on the selector thread, and notices a client that disconnects while its request is served.
 *
 * <p>Grizzly's own strategies stop reading until the answer is written, so they notice a closed connection only when
 * they write to it. This one stays subscribed: a connection that becomes readable and has no bytes is closed. If it
 * has bytes (a pipelined request), they stay in the socket and reading pauses until the answer is written.
 */
final class WatchfulIoStrategy extends AbstractIOStrategy {

    private static final Logger LOG = Grizzly.logger(WatchfulIoStrategy.class);

    /** What the selector may do with a connection. */
    private enum State {
        /** Read the next request. */
        READING,
        /** A request is served; notice the end of the connection, but do not read. */
        SERVING,
        /** A request is served, and more bytes are there already. */
        SERVING_PAUSED
    }

    private static final Attribute<AtomicReference<State>> STATE = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
            WatchfulIoStrategy.class.getName(), () -> new AtomicReference<>(State.READING));

    private final IOEventLifeCycleListener reading = new ReadListener();

    @Override
    public boolean executeIoEvent(
            @SuppressWarnings("rawtypes") Connection connection, IOEvent ioEvent, boolean isIoEventEnabled)
            throws IOException {
        if (ioEvent == IOEvent.READ) {
            AtomicReference<State> state = STATE.get(connection);
            if (state.get() == State.READING) {
                fireIOEvent(connection, ioEvent, reading, LOG);
            } else {
                checkForEnd((TCPNIOConnection) connection, state);
            }
        } else {
            fireIOEvent(connection, ioEvent, null, LOG);
        }
        return true;
    }

    private static void checkForEnd(TCPNIOConnection connection, AtomicReference<State> state) throws IOException {
        if (bytesToRead(connection) == 0) {
            connection.terminateSilently();
            return;
        }
        connection.disableIOEvent(IOEvent.READ);
        if (!state.compareAndSet(State.SERVING, State.SERVING_PAUSED)) {
            // The answer was written in the meantime, so nothing else would turn reading on again.
            connection.enableIOEvent(IOEvent.READ);
        }
    }

    /** Bytes that a read would return at once; 0 at the end of the stream and after a reset. */
    private static int bytesToRead(TCPNIOConnection connection) {
        try {
            return ((SocketChannel) connection.getChannel()).socket().getInputStream().available();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public @Nullable Executor getThreadPoolFor(
            @SuppressWarnings("rawtypes") Connection connection, IOEvent ioEvent) {
        return null;
    }

    @Override
    public @Nullable ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
        return null;
    }

    /** Changes the state when a request leaves the selector thread and when it is complete. */
    private static final class ReadListener extends IOEventLifeCycleListener.Adapter {

        @Override
        public void onContextSuspend(Context context) {
            STATE.get(context.getConnection()).compareAndSet(State.READING, State.SERVING);
        }

        @Override
        public void onReregister(Context context) throws IOException {
            onComplete(context, null);
        }

        @Override
        public void onComplete(Context context, @Nullable Object data) throws IOException {
            State before = STATE.get(context.getConnection()).getAndSet(State.READING);
            if (before == State.SERVING_PAUSED) {
                context.getConnection().enableIOEvent(IOEvent.READ);
            }
        }
    }
}
