package io.birdseye.service.grizzly;

import io.birdseye.service.server.Refusal;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.jspecify.annotations.Nullable;

/**
 * Reads and parses requests on the selector thread, and notices a client that disconnects while its request is served.
 *
 * <p>Grizzly's own strategies stop reading until the answer is written, so they notice a closed connection only when
 * they write to it. This one goes on reading, see {@link Client}.
 */
final class WatchfulIoStrategy extends AbstractIOStrategy {

    private static final Logger LOG = Grizzly.logger(WatchfulIoStrategy.class);

    /** A connection that cannot be accepted stays where it is, and the selector would find it again at once. */
    private static final int PAUSE_MS = 50;

    private final ScheduledExecutorService timer;
    private final Consumer<Refusal> refusals;
    private final IOEventLifeCycleListener reading = new ReadListener();
    private final IOEventLifeCycleListener accepting = new AcceptListener();

    /**
     * @param timer runs short tasks only
     * @param refusals learns that no connection could be accepted
     */
    WatchfulIoStrategy(ScheduledExecutorService timer, Consumer<Refusal> refusals) {
        this.timer = timer;
        this.refusals = refusals;
    }

    @Override
    public boolean executeIoEvent(
            @SuppressWarnings("rawtypes") Connection connection, IOEvent ioEvent, boolean isIoEventEnabled)
            throws IOException {
        if (ioEvent == IOEvent.READ) {
            if (!Client.of(connection).take((TCPNIOConnection) connection)) {
                fireIOEvent(connection, ioEvent, reading, LOG);
            }
        } else {
            fireIOEvent(connection, ioEvent, ioEvent == IOEvent.SERVER_ACCEPT ? accepting : null, LOG);
        }
        return true;
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

    /** Tells when a request leaves the selector thread and when it has been answered. */
    private static final class ReadListener extends IOEventLifeCycleListener.Adapter {

        @Override
        public void onContextSuspend(Context context) {
            Client.of(context.getConnection()).serving();
        }

        @Override
        public void onReregister(Context context) throws IOException {
            onComplete(context, null);
        }

        @Override
        public void onComplete(Context context, @Nullable Object data) throws IOException {
            TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
            Client.of(connection).answered(connection, this);
        }
    }

    /** Waits a little when there are no descriptors, for one. */
    private final class AcceptListener extends IOEventLifeCycleListener.Adapter {

        @Override
        public void onError(Context context, @Nullable Object failure) throws IOException {
            Connection<?> listening = context.getConnection();
            refusals.accept(Refusal.NOT_ACCEPTED);
            listening.disableIOEvent(IOEvent.SERVER_ACCEPT);
            var _ = timer.schedule(() -> goOn(listening), PAUSE_MS, TimeUnit.MILLISECONDS);
        }

        private static void goOn(Connection<?> listening) {
            try {
                listening.enableIOEvent(IOEvent.SERVER_ACCEPT);
            } catch (IOException e) {
                listening.closeSilently();
            }
        }
    }
}
