package io.birdseye.service.grizzly;

import io.birdseye.service.server.Descriptors;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.ProblemType;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * Accepts connections up to the limit, and stands where a {@link Client} enters Grizzly's chain. If many connections are
 * beyond the limit at once, most of them are closed without an answer, because a client that is told why holds its
 * connection for up to a second.
 */
final class FrontFilter extends BaseFilter {

    private final HttpHost.Behind behind;
    private final Descriptors descriptors;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger lingering = new AtomicInteger();

    FrontFilter(HttpHost.Behind behind) {
        this.behind = behind;
        descriptors = behind.descriptors();
    }

    @Override
    public NextAction handleAccept(FilterChainContext context) {
        TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
        Client client = new Client(connection, behind);
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
            boolean _ = client.end();
        };
        connection.addCloseListener(closed);
        if (room) {
            return context.getInvokeAction();
        }
        if (told) {
            client.refuse(Problem.tooManyConnections(counted ? connections.get() - 1 : descriptors.connections()));
        } else {
            behind.refusals().accept(ProblemType.CONNECTIONS);
            connection.terminateSilently();
        }
        return context.getStopAction();
    }
}
