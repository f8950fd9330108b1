package io.birdseye.service.grizzly;

import io.birdseye.service.server.Admission;
import io.birdseye.service.server.Descriptors;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.ProblemType;
import io.birdseye.service.server.RequestHead;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.asyncqueue.AsyncQueueWriter;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.ServerConfiguration;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainerProvider;
import org.glassfish.jersey.server.ResourceConfig;
import org.jspecify.annotations.Nullable;

/** Grizzly. Selector threads read requests, {@link Admission} passes them to HTTP threads, and these run Jersey. */
public final class GrizzlyHost implements HttpHost {

    public static final class Grizzly implements Provider {

        @Override
        public String name() {
            return "grizzly";
        }

        @Override
        public HttpHost start(Behind behind) throws IOException {
            return new GrizzlyHost(behind);
        }
    }

    private static final int IDLE_CONNECTION_SECONDS = 300;
    private static final Duration FLUSH = Duration.ofMillis(500);

    private final HttpHost.Settings settings;
    private final Admission admission;
    private final WaitingAnswers waiting;
    private final HttpServer server = new HttpServer();
    private final NetworkListener network;

    private GrizzlyHost(Behind behind) throws IOException {
        settings = behind.settings();
        waiting = new WaitingAnswers(settings.maxWaitingBytes(), behind.timer());
        admission = new Admission(behind);
        network = network(settings, new WatchfulIoStrategy(behind));
        network.registerAddOn((listening, chain) ->
                chain.add(chain.indexOfType(TransportFilter.class) + 1, new FrontFilter(behind)));
        server.addListener(network);
        ServerConfiguration configuration = server.getServerConfiguration();
        configuration.setPassTraceRequest(true);
        configuration.setMaxPostSize(-1);
        configuration.setDefaultErrorPageGenerator((request, status, reason, description, exception) -> {
            request.getResponse().setContentType(Problem.MEDIA_TYPE);
            request.getResponse().setHeader(HttpHeaders.CACHE_CONTROL, Exchange.NOT_STORED);
            return new String(Problem.status(status).json(request.getRequestURI()), StandardCharsets.UTF_8);
        });
        configuration.addHttpHandler(new Handler(behind.resources()), HttpHandlerRegistration.ROOT);
        try {
            server.start();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static NetworkListener network(HttpHost.Settings settings, WatchfulIoStrategy strategy) {
        NetworkListener network = new NetworkListener("http", settings.host(), settings.port());
        network.getKeepAlive().setMaxRequestsCount(-1);
        network.getKeepAlive().setIdleTimeoutInSeconds(IDLE_CONNECTION_SECONDS);
        network.getFileCache().setEnabled(false);
        network.setMaxHttpHeaderSize(RequestHead.MAX_BYTES);
        // A thread would wait until its client has taken most of a large answer; see WaitingAnswers.
        network.setMaxPendingBytes(AsyncQueueWriter.UNLIMITED_SIZE);
        TCPNIOTransport transport = network.getTransport();
        transport.setIOStrategy(strategy);
        transport.setTcpNoDelay(true);
        transport.setServerConnectionBackLog(settings.backlog());
        transport.setSelectorRunnersCount(settings.threads().selectors());
        transport.setKernelThreadPoolConfig(ThreadPoolConfig.defaultConfig()
                .copy()
                .setPoolName("selector")
                .setCorePoolSize(settings.threads().selectors())
                .setMaxPoolSize(settings.threads().selectors()));
        return network;
    }

    @Override
    public int port() {
        return network.getPort();
    }

    @Override
    public boolean drain(Duration grace) throws InterruptedException {
        long end = System.nanoTime() + grace.toNanos();
        return admission.drain(grace) && waiting.awaitEmpty(end);
    }

    @Override
    public void close() {
        admission.closeEvents();
        try {
            boolean _ = waiting.awaitEmpty(System.nanoTime() + FLUSH.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Grizzly's orderly end would wait for idle connections, too.
        server.shutdownNow();
        admission.close();
    }

    private final class Handler extends HttpHandler {

        private final GrizzlyHttpContainer jersey;

        Handler(ResourceConfig resources) {
            jersey = new GrizzlyHttpContainerProvider().createContainer(GrizzlyHttpContainer.class, resources);
        }

        @Override
        public RequestExecutorProvider getRequestExecutorProvider() {
            return request -> task -> {
                Exchange exchange = new GrizzlyExchange(request, settings, waiting);
                request.setAttribute(Exchange.PROPERTY, exchange);
                if (Client.of(request.getContext().getConnection()).expectsNoMore()) {
                    // Grizzly knows "Connection: close" only where it stands alone.
                    request.getRequest().getProcessingState().setKeepAlive(false);
                }
                // Grizzly has suspended the request; the task serves and resumes it.
                admission.admit(exchange, task);
            };
        }

        @Override
        public void service(Request request, Response response) {
            Exchange exchange = (Exchange) request.getAttribute(Exchange.PROPERTY);
            admission.serve(exchange, () -> jersey.service(request, response), exchange::write);
        }

        @Override
        public void start() {
            jersey.start();
        }

        @Override
        public void destroy() {
            jersey.destroy();
        }
    }

    /**
     * Accepts connections up to the limit, and stands where a {@link Client} enters Grizzly's chain. If many connections are
     * beyond the limit at once, most of them are closed without an answer, because a client that is told why holds its
     * connection for up to a second.
     */
    static final class FrontFilter extends BaseFilter {

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

    /**
     * Has the selector thread read and parse requests, and notice a client that disconnects while its request is served.
     *
     * <p>Grizzly's own strategies stop reading until the answer is written, so they notice a closed connection only when
     * they write to it. With this one a {@link Client} reads all that comes.
     */
    private static final class WatchfulIoStrategy extends AbstractIOStrategy {

        private static final Logger LOG = Logger.getLogger(WatchfulIoStrategy.class.getName());

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
}
