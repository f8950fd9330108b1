package io.birdseye.service.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.RequestHead;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.ProcessorExecutor;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.jspecify.annotations.Nullable;

/**
 * One connection as the front door sees it. All that a client sends is read and kept here, and one whole
 * {@link RequestHead head} at a time is passed to Grizzly's HTTP parser; heads that are wrong, too large or too slow are
 * refused. It is read on while a request is served, because only a read shows whether the client has left. As many bytes are
 * kept as one head may have; a client that sends more is watched no longer, and waits until its request has been answered.
 *
 * <p>A client that closes its side of the connection has left, unless the request that is served is its last one: that
 * is what {@code Connection: close} and HTTP/1.0 say. It may then wait for its answer on a connection that is closed in
 * one direction. If it has left all the same, this is noticed when the answer is written.
 *
 * <p>Costs a copy of each head and some regular expressions.
 */
final class Client extends IOEventLifeCycleListener.Adapter {

    /** What is read behind a last or refused request, and thrown away. */
    private static final int MAX_IGNORED_BYTES = 64 * 1024;

    /** A client that is still sending would not see a refusal on a connection that is closed at once. */
    private static final Duration LINGER = Duration.ofSeconds(1);

    private static final byte[] NONE = {};
    private static final Pattern UPGRADE = Pattern.compile("\r\nupgrade:", Pattern.CASE_INSENSITIVE);
    private static final ThreadLocal<ByteBuffer> ARRIVED =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(RequestHead.MAX_BYTES));
    private static final Attribute<Client> ATTRIBUTE =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(Client.class.getName());

    private final TCPNIOConnection connection;
    private final HttpHost.Behind behind;
    private byte[] held = NONE;

    /** From the moment when a request is passed to Grizzly until it has been answered. */
    private boolean serving;

    private boolean paused;
    private boolean last;
    private boolean refused;
    private int ignored;

    /** Refuses a head that has begun and not ended. */
    private @Nullable ScheduledFuture<?> alarm;

    /** For a connection that has just been accepted. */
    Client(TCPNIOConnection connection, HttpHost.Behind behind) {
        this.connection = connection;
        this.behind = behind;
        ATTRIBUTE.set(connection, this);
    }

    static Client of(Connection<?> connection) {
        return ATTRIBUTE.get(connection);
    }

    /** Whether the request that is served is the last one of its connection: what follows it is none. */
    synchronized boolean expectsNoMore() {
        return last;
    }

    /** Takes what has come, on the selector thread; throws if reading cannot be paused. */
    void read() throws IOException {
        if (take()) {
            passNext();
        } else {
            connection.terminateSilently();
        }
    }

    /** Returns false if the client has left, or sends too much that is no request. */
    private synchronized boolean take() throws IOException {
        boolean ignoring = last || refused;
        int room = ignoring ? MAX_IGNORED_BYTES - ignored : RequestHead.MAX_BYTES - held.length;
        if (room <= 0) {
            pause();
            return serving;
        }
        ByteBuffer arrived = ARRIVED.get().clear();
        arrived.limit(Math.min(room, arrived.capacity()));
        int read;
        try {
            read = ((SocketChannel) connection.getChannel()).read(arrived);
        } catch (IOException e) {
            return false;
        }
        if (read < 0) {
            pause();
            return last && serving;
        }
        if (ignoring) {
            ignored += read;
        } else {
            int before = held.length;
            held = Arrays.copyOf(held, before + read);
            arrived.flip().get(held, before, read);
        }
        return true;
    }

    private void pause() throws IOException {
        connection.disableIOEvent(IOEvent.READ);
        paused = true;
    }

    private void resume() throws IOException {
        if (paused) {
            paused = false;
            connection.enableIOEvent(IOEvent.READ);
        }
    }

    /** Passes the next request on, if its head is whole and no other is served. Runs on the selector thread. */
    private void passNext() throws IOException {
        try {
            byte[] head = nextHead();
            if (head != null && connection.isOpen()) {
                pass(head);
            }
        } catch (Problem e) {
            refuse(e);
        }
    }

    /** @throws Problem if the head is refused */
    private synchronized byte @Nullable [] nextHead() throws IOException {
        if (serving || last || refused) {
            return null;
        }
        resume();
        if (held.length > 2 && held[0] == '\r' && held[1] == '\n') {
            // RFC 9112, section 2.2: an empty line before a request is ignored.
            held = Arrays.copyOfRange(held, 2, held.length);
        }
        int end = RequestHead.end(held);
        if (end < 0) {
            if (alarm == null && held.length > 0) {
                Duration time = behind.settings().times().head();
                alarm = behind.timer().schedule(() -> refuse(Problem.slowHead(time)), time.toNanos(), TimeUnit.NANOSECONDS);
            }
            return null;
        }
        cancelAlarm();
        String text = new String(held, 0, end, ISO_8859_1);
        last = RequestHead.endsConnection(text, behind.settings().callers());
        byte[] head = Arrays.copyOf(held, end);
        // Where a client offers another protocol, Grizzly takes what follows for that, and closes the connection without a
        // word. Java's own client offers HTTP/2 with its first request. So the name of the header is made an unknown one.
        Matcher offer = UPGRADE.matcher(text);
        while (offer.find()) {
            head[offer.end() - 2] = 'X';
        }
        held = last ? NONE : Arrays.copyOfRange(held, end, held.length);
        serving = true;
        return head;
    }

    private void pass(byte[] head) {
        FilterChain chain = (FilterChain) connection.getProcessor();
        FilterChainContext context =
                chain.obtainFilterChainContext(connection, 0, chain.size(), chain.indexOfType(GrizzlyHost.FrontFilter.class));
        context.setMessage(Buffers.wrap(connection.getMemoryManager(), head));
        context.setAddress(connection.getPeerAddress());
        Context event = context.getInternalContext();
        event.setIoEvent(IOEvent.READ);
        event.addLifeCycleListener(this);
        ProcessorExecutor.execute(event);
    }

    @Override
    public void onReregister(Context context) throws IOException {
        answered();
    }

    @Override
    public void onComplete(Context context, @Nullable Object data) throws IOException {
        answered();
    }

    /** The request has been answered. If more has come, the selector thread passes it on. */
    private void answered() throws IOException {
        synchronized (this) {
            if (last) {
                // Grizzly closes the connection when the answer is written. If it read the end before, it would not
                // write the rest.
                return;
            }
            serving = false;
            if (held.length == 0) {
                resume();
                return;
            }
        }
        ((NIOTransport) connection.getTransport()).getSelectorHandler().enque(
                connection.getSelectorRunner(),
                () -> {
                    passNext();
                    return true;
                },
                null);
    }

    /** Nothing that comes from now on is a request. Returns false if that was so before. */
    synchronized boolean end() {
        boolean first = !refused;
        refused = true;
        cancelAlarm();
        return first;
    }

    private void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    /** Writes the refusal without Grizzly's parser, half-closes, and closes when the client has closed or after {@link #LINGER}. */
    void refuse(Problem problem) {
        if (!end()) {
            return;
        }
        behind.refusals().accept(problem.reason());
        Buffer answer = Buffers.wrap(connection.getMemoryManager(), problem.closingAnswer());
        connection.write(answer, new EmptyCompletionHandler<>() {
            @Override
            public void completed(WriteResult<Buffer, SocketAddress> written) {
                linger();
            }

            @Override
            public void failed(Throwable error) {
                connection.terminateSilently();
            }
        });
    }

    private void linger() {
        try {
            ((SocketChannel) connection.getChannel()).shutdownOutput();
            var _ = behind.timer().schedule(connection::terminateSilently, LINGER.toNanos(), TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            connection.terminateSilently();
        }
    }
}
