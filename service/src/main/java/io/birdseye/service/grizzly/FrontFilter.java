package io.birdseye.service.grizzly;

import io.birdseye.model.Callers;
import io.birdseye.service.server.Descriptors;
import io.birdseye.service.server.HttpSettings;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.Problems;
import io.birdseye.service.server.Refusal;
import io.birdseye.service.server.RequestHead;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Stands between the sockets and Grizzly's HTTP parser. It passes on one whole {@link RequestHead head} at a time, and
 * refuses heads that are wrong, too large or too slow, and connections beyond the limit. A refusal is written without
 * Grizzly's parser, and ends the connection. If many connections are beyond the limit at once, most of them are closed
 * without an answer, because a client that is told why holds its connection for up to a second.
 *
 * <p>Costs a copy of each head and some regular expressions. Runs on selector threads.
 */
final class FrontFilter extends BaseFilter {

    /** A client that is still sending would not see a refusal on a connection that is closed at once. */
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final Callers callers;
    private final Descriptors descriptors;
    private final Duration headTime;
    private final ScheduledExecutorService timer;
    private final Consumer<Refusal> refusals;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger lingering = new AtomicInteger();

    /** @param refusals counts who was turned away, and why; must be quick */
    FrontFilter(
            HttpSettings settings, Descriptors descriptors, ScheduledExecutorService timer, Consumer<Refusal> refusals) {
        callers = settings.callers();
        this.descriptors = descriptors;
        headTime = settings.headTime();
        this.timer = timer;
        this.refusals = refusals;
    }

    @Override
    public NextAction handleAccept(FilterChainContext context) {
        Connection<SocketAddress> connection = connection(context);
        boolean counted = connections.incrementAndGet() <= descriptors.connections();
        boolean room = counted && descriptors.tryTake();
        boolean told = !room && lingering.incrementAndGet() <= descriptors.lingering();
        CloseListener<Closeable, ICloseType> closed = (closing, type) -> {
            connections.decrementAndGet();
            if (room) {
                descriptors.release();
            } else {
                lingering.decrementAndGet();
            }
            Client.of(connection).refuse();
        };
        connection.addCloseListener(closed);
        if (room) {
            return context.getInvokeAction();
        }
        if (told) {
            refuse(connection, Problems.tooManyConnections(counted ? connections.get() - 1 : descriptors.connections()));
        } else {
            refusals.accept(Refusal.CONNECTIONS);
            connection.terminateSilently();
        }
        return context.getStopAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        Buffer bytes = context.getMessage();
        Client client = Client.of(context.getConnection());
        if (client.isIgnored()) {
            if (client.ignore(bytes.remaining())) {
                context.getConnection().terminateSilently();
            }
            bytes.dispose();
            return context.getStopAction();
        }
        try {
            return read(context, client, bytes);
        } catch (Problem e) {
            bytes.dispose();
            refuse(connection(context), e);
            return context.getStopAction();
        }
    }

    private NextAction read(FilterChainContext context, Client client, Buffer received) {
        Buffer bytes = withoutEmptyLine(received);
        context.setMessage(bytes);
        int start = bytes.position();
        int end = endOfHead(bytes, start);
        if (end < 0) {
            Connection<SocketAddress> connection = connection(context);
            client.headBegan(() -> refuse(connection, Problems.slowHead(headTime)), timer, headTime);
            return bytes.hasRemaining() ? context.getStopAction(bytes) : context.getStopAction();
        }
        if (!client.headEnded()) {
            return context.getStopAction();
        }
        if (RequestHead.endsConnection(bytes.toStringContent(StandardCharsets.ISO_8859_1, start, end), callers)) {
            client.expectNoMore();
        }
        if (end < bytes.limit()) {
            client.keep(bytes.split(end));
        }
        return context.getInvokeAction();
    }

    /**
     * The position behind the empty line that ends the head; -1 if it is not there yet.
     *
     * @throws Problem if a line feed stands without a carriage return, or the head is larger than is allowed
     */
    private static int endOfHead(Buffer bytes, int start) {
        int line = start;
        int max = Math.min(bytes.limit(), start + RequestHead.MAX_BYTES);
        for (int at = start; at < max; at++) {
            if (bytes.get(at) == '\n') {
                if (at == start || bytes.get(at - 1) != '\r') {
                    throw RequestHead.bad("a line ends with a line feed alone");
                }
                if (at - 1 == line) {
                    return at + 1;
                }
                line = at + 1;
            }
        }
        if (bytes.limit() - start >= RequestHead.MAX_BYTES) {
            throw RequestHead.tooLarge();
        }
        return -1;
    }

    /** RFC 9112, section 2.2: an empty line before a request is ignored. */
    private static Buffer withoutEmptyLine(Buffer bytes) {
        int start = bytes.position();
        boolean empty = bytes.remaining() > 2 && bytes.get(start) == '\r' && bytes.get(start + 1) == '\n';
        return empty ? bytes.split(start + 2) : bytes;
    }

    @SuppressWarnings("unchecked") // a transport of sockets has no other addresses
    private static Connection<SocketAddress> connection(FilterChainContext context) {
        return context.getConnection();
    }

    /** Writes the refusal, half-closes, and closes when the client has closed or after {@link #LINGER}. */
    private void refuse(Connection<SocketAddress> connection, Problem problem) {
        if (!Client.of(connection).refuse()) {
            return;
        }
        refusals.accept(Refusal.of(problem));
        Buffer answer = Buffers.wrap(connection.getTransport().getMemoryManager(), problem.closingAnswer());
        connection.write(answer, new EmptyCompletionHandler<>() {
            @Override
            public void completed(WriteResult<Buffer, SocketAddress> written) {
                linger(connection);
            }

            @Override
            public void failed(Throwable error) {
                connection.terminateSilently();
            }
        });
    }

    private void linger(Connection<?> connection) {
        try {
            ((SocketChannel) ((NIOConnection) connection).getChannel()).shutdownOutput();
            var _ = timer.schedule(connection::terminateSilently, LINGER.toNanos(), TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            connection.terminateSilently();
        }
    }
}
