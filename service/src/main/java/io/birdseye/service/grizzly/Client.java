package io.birdseye.service.grizzly;

import io.birdseye.service.server.RequestHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.ProcessorExecutor;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * One connection as the front door sees it. What a client sends while its request is served is read and kept until the
 * request has been answered, because only a read shows whether the client has left. As many bytes are kept as one head
 * may have; a client that sends more is watched no longer, and waits until its request has been answered.
 *
 * <p>A client that closes its side of the connection has left, unless the request that is served is its last one: that
 * is what {@code Connection: close} and HTTP/1.0 say. It may then wait for its answer on a connection that is closed in
 * one direction. If it has left all the same, this is noticed when the answer is written.
 */
final class Client {

    /** What is read behind a last or refused request, and thrown away. */
    private static final int MAX_IGNORED_BYTES = 64 * 1024;

    private static final byte[] NONE = {};
    private static final Attribute<Client> ATTRIBUTE =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(Client.class.getName(), Client::new);

    private byte[] ahead = NONE;

    /** From the moment when a request leaves the selector thread until what came after it has been passed on. */
    private boolean serving;

    private boolean paused;
    private boolean last;
    private boolean refused;
    private int ignored;

    /** Refuses a head that has begun and not ended. */
    private @Nullable ScheduledFuture<?> alarm;

    private Client() {}

    static Client of(Connection<?> connection) {
        return ATTRIBUTE.get(connection);
    }

    synchronized void headBegan(Runnable tooLate, ScheduledExecutorService timer, Duration time) {
        if (alarm == null) {
            alarm = timer.schedule(tooLate, time.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Returns false if the head, or the connection, was refused before. */
    synchronized boolean headEnded() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
        return !refused;
    }

    /** Returns false if it was refused before. */
    synchronized boolean refuse() {
        boolean first = headEnded();
        refused = true;
        return first;
    }

    /** The request that was read ends the connection: whatever follows it is no request. */
    synchronized void expectNoMore() {
        last = true;
    }

    synchronized boolean expectsNoMore() {
        return last;
    }

    /** Whether nothing that comes is a request. */
    synchronized boolean isIgnored() {
        return last || refused;
    }

    /** Returns whether these are too many bytes to read and throw away. */
    synchronized boolean ignore(int bytes) {
        ignored += bytes;
        return ignored > MAX_IGNORED_BYTES;
    }

    /** Keeps what came in one piece with the request that is going to be served. Runs on the selector thread. */
    synchronized void keep(Buffer rest) {
        if (!last) {
            ahead = new byte[rest.remaining()];
            rest.get(ahead);
        }
        rest.dispose();
    }

    /** A request has left the selector thread. */
    synchronized void serving() {
        serving = true;
    }

    /**
     * Takes what has come. Runs on the selector thread.
     *
     * @return false if no request is served; then the connection has to be read as usual
     * @throws IOException if reading cannot be paused
     */
    boolean take(TCPNIOConnection connection) throws IOException {
        boolean left;
        synchronized (this) {
            if (!serving) {
                return false;
            }
            left = hasLeft(connection);
        }
        if (left) {
            connection.terminateSilently();
        }
        return true;
    }

    private boolean hasLeft(TCPNIOConnection connection) throws IOException {
        int room = last ? MAX_IGNORED_BYTES - ignored : RequestHead.MAX_BYTES - ahead.length;
        if (room <= 0) {
            pause(connection);
            return false;
        }
        SocketChannel channel = (SocketChannel) connection.getChannel();
        int read;
        ByteBuffer more;
        try {
            int available = channel.socket().getInputStream().available();
            more = ByteBuffer.allocate(Math.clamp(available, 1, room));
            read = channel.read(more);
        } catch (IOException e) {
            return true;
        }
        if (read < 0) {
            if (last) {
                pause(connection);
            }
            return !last;
        }
        if (last) {
            ignored += read;
        } else {
            int held = ahead.length;
            ahead = Arrays.copyOf(ahead, held + read);
            more.flip().get(ahead, held, read);
        }
        return false;
    }

    private void pause(TCPNIOConnection connection) throws IOException {
        connection.disableIOEvent(IOEvent.READ);
        paused = true;
    }

    private void resume(TCPNIOConnection connection) throws IOException {
        if (paused) {
            paused = false;
            connection.enableIOEvent(IOEvent.READ);
        }
    }

    /**
     * The request has been answered. If more has come, the selector thread passes it on, as all that is read.
     *
     * @param listener of the requests in it
     * @throws IOException if reading cannot go on
     */
    void answered(TCPNIOConnection connection, IOEventLifeCycleListener listener) throws IOException {
        synchronized (this) {
            if (last && serving) {
                // Grizzly closes the connection when the answer is written. If it read the end before, it would not
                // write the rest.
                return;
            }
            serving = ahead.length > 0;
            if (!serving) {
                resume(connection);
                return;
            }
        }
        ((NIOTransport) connection.getTransport()).getSelectorHandler().enque(
                connection.getSelectorRunner(),
                () -> {
                    pass(connection, listener);
                    return true;
                },
                null);
    }

    private void pass(TCPNIOConnection connection, IOEventLifeCycleListener listener) throws IOException {
        byte[] next;
        synchronized (this) {
            next = ahead;
            ahead = NONE;
            resume(connection);
        }
        if (!connection.isOpen()) {
            return;
        }
        FilterChain chain = (FilterChain) connection.getProcessor();
        FilterChainContext context =
                chain.obtainFilterChainContext(connection, 0, chain.size(), chain.indexOfType(FrontFilter.class));
        context.setMessage(Buffers.wrap(connection.getMemoryManager(), next));
        context.setAddress(connection.getPeerAddress());
        Context event = context.getInternalContext();
        event.setIoEvent(IOEvent.READ);
        event.addLifeCycleListener(listener);
        ProcessorExecutor.execute(event);
    }
}
