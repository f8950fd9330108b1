package io.birdseye.service.grizzly;

import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.ProblemType;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.jspecify.annotations.Nullable;

/**
 * Has the selector thread read and parse requests, and notice a client that disconnects while its request is served.
 *
 * <p>Grizzly's own strategies stop reading until the answer is written, so they notice a closed connection only when
 * they write to it. With this one a {@link Client} reads all that comes.
 */
final class WatchfulIoStrategy extends AbstractIOStrategy {

    private static final Logger LOG = Grizzly.logger(WatchfulIoStrategy.class);

    /** A connection that cannot be accepted stays where it is, and the selector would find it again at once. */
    private static final int PAUSE_MS = 50;

    private final HttpHost.Behind behind;
    private final IOEventLifeCycleListener accepting = new AcceptListener();

    WatchfulIoStrategy(HttpHost.Behind behind) {
        this.behind = behind;
    }

    @Override
    public boolean executeIoEvent(
            @SuppressWarnings("rawtypes") Connection connection, IOEvent ioEvent, boolean isIoEventEnabled)
            throws IOException {
        if (ioEvent == IOEvent.READ) {
            Client.of(connection).read();
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

    /** Waits a little when there are no descriptors, for one. */
    private final class AcceptListener extends IOEventLifeCycleListener.Adapter {

        @Override
        public void onError(Context context, @Nullable Object failure) throws IOException {
            Connection<?> listening = context.getConnection();
            behind.refusals().accept(ProblemType.NOT_ACCEPTED);
            listening.disableIOEvent(IOEvent.SERVER_ACCEPT);
            var _ = behind.timer().schedule(() -> goOn(listening), PAUSE_MS, TimeUnit.MILLISECONDS);
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
