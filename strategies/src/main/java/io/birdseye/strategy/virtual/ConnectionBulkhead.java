package io.birdseye.strategy.virtual;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.Timeout;

/**
 * The pool of Apache HttpClient 5, with its lock and its queue, as the bound on calls: a call waits until it gets a
 * connection. The service's own client has connections for all calls, so this pool alone decides who waits, and what it
 * holds are places for connections. All upstreams are one route, because they are one host.
 */
final class ConnectionBulkhead implements AutoCloseable {

    private static final String ROUTE = "upstreams";

    private final StrictConnPool<String, Place> pool;

    /** The place of a connection. */
    private static final class Place implements ModalCloseable {

        @Override
        public void close(CloseMode mode) {
            // The connection is the client's.
        }

        @Override
        public void close() throws IOException {
            // The connection is the client's.
        }
    }

    ConnectionBulkhead(int connections) {
        pool = new StrictConnPool<>(connections, connections);
    }

    /** Fetches the body once there is a connection. The calling thread serves no other request. */
    Body fetch(Cancellation request, FanOut.Call call) throws Exception {
        PoolEntry<String, Place> place = lease(request);
        try {
            return call.fetch();
        } finally {
            pool.release(place, true);
        }
    }

    private PoolEntry<String, Place> lease(Cancellation request) throws Exception {
        Future<PoolEntry<String, Place>> lease = pool.lease(ROUTE, null, Timeout.DISABLED, null);
        try (var waiting = request.onCancel(Thread.currentThread()::interrupt)) {
            PoolEntry<String, Place> place = lease.get();
            if (!place.hasConnection()) {
                place.assignConnection(new Place());
            }
            return place;
        } catch (InterruptedException e) {
            giveBack(lease);
            request.throwIfCancelled();
            throw e;
        }
    }

    /** A connection may have come while the thread was told that nobody needs it. */
    private void giveBack(Future<PoolEntry<String, Place>> lease) throws ExecutionException, InterruptedException {
        if (!lease.cancel(true)) {
            pool.release(lease.get(), true);
        }
    }

    @Override
    public void close() {
        pool.close(CloseMode.IMMEDIATE);
    }
}
