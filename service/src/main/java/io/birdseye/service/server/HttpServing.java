package io.birdseye.service.server;

import jakarta.ws.rs.NotAllowedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.logging.Logger;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.RequestExecutorProvider;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.http.server.ServerConfiguration;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainerProvider;
import org.glassfish.jersey.server.ResourceConfig;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server. Selector threads read requests, {@link Admission} passes them to HTTP threads, and these run Jersey.
 */
public final class HttpServing implements AutoCloseable {

    /** The field keeps the logger, and so its filter, from being collected. */
    private static final Logger ANSWERS = Logger.getLogger("org.glassfish.jersey.server.ServerRuntime$Responder");

    static {
        // Jersey takes a client that leaves while its answer is written for an error, and prints a stack trace.
        ANSWERS.setFilter(logged -> !isBrokenConnection(logged.getThrown()));
    }

    private static final int IDLE_CONNECTION_SECONDS = 300;
    private static final Duration FLUSH = Duration.ofMillis(500);

    private final EventStream events;
    private final Admission admission;
    private final HttpServer server = new HttpServer();
    private final NetworkListener network;

    /**
     * Starts the server, which listens when this returns.
     *
     * @param descriptors for the connections
     * @param timer runs deadlines; short tasks only
     * @param refusals learns whom the front door turned away, and why
     * @param listener gets each request at its end, and the status: 499 if its client left before the answer
     * @param readiness asked for {@code /health/ready}, on a selector thread
     * @param live what clients of {@code /events} receive
     * @throws IOException if the address cannot be bound
     */
    public HttpServing(
            HttpSettings settings, Descriptors descriptors, ResourceConfig resources,
            ScheduledExecutorService timer, Consumer<Refusal> refusals, ObjIntConsumer<Exchange> listener,
            EventStream.Source live, Readiness readiness)
            throws IOException {
        events = new EventStream(timer, live);
        admission = new Admission(settings, timer, listener, readiness);
        network = network(settings, new WatchfulIoStrategy(timer, refusals));
        network.registerAddOn((listening, chain) -> chain.add(
                chain.indexOfType(TransportFilter.class) + 1, new FrontFilter(settings, descriptors, timer, refusals)));
        server.addListener(network);
        ServerConfiguration configuration = server.getServerConfiguration();
        configuration.setPassTraceRequest(true);
        configuration.setMaxPostSize(-1);
        configuration.setDefaultErrorPageGenerator((request, status, reason, description, exception) -> {
            request.getResponse().setContentType(Problem.MEDIA_TYPE);
            return new String(Problems.status(status).json(request.getRequestURI()), StandardCharsets.UTF_8);
        });
        configuration.addHttpHandler(new Handler(resources), HttpHandlerRegistration.ROOT);
        try {
            server.start();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Says whether to send the service requests. */
    @FunctionalInterface
    public interface Readiness {

        /** Why not; null if it is ready. Must be quick. */
        @Nullable Problem refusal();
    }

    private static boolean isBrokenConnection(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    private static NetworkListener network(HttpSettings settings, WatchfulIoStrategy strategy) {
        NetworkListener network = new NetworkListener("http", settings.host(), settings.port());
        network.getKeepAlive().setMaxRequestsCount(-1);
        network.getKeepAlive().setIdleTimeoutInSeconds(IDLE_CONNECTION_SECONDS);
        network.getFileCache().setEnabled(false);
        network.setMaxHttpHeaderSize(RequestHead.MOST_BYTES);
        TCPNIOTransport transport = network.getTransport();
        transport.setIOStrategy(strategy);
        transport.setTcpNoDelay(true);
        transport.setServerConnectionBackLog(settings.backlog());
        transport.setSelectorRunnersCount(settings.selectorThreads());
        transport.setKernelThreadPoolConfig(ThreadPoolConfig.defaultConfig()
                .copy()
                .setPoolName("selector")
                .setCorePoolSize(settings.selectorThreads())
                .setMaxPoolSize(settings.selectorThreads()));
        return network;
    }

    /** The port that it listens on, also if 0 was asked for. */
    public int port() {
        return network.getPort();
    }

    /** Refuses new requests and waits for those in progress; returns false if one still is after the grace period. */
    public boolean drain(Duration grace) throws InterruptedException {
        admission.refuseNew();
        events.close();
        return admission.awaitEmpty(grace);
    }

    /** Stops listening, writes the answers that are ready, and closes all connections. */
    @Override
    public void close() {
        events.close();
        try {
            server.shutdown(FLUSH.toMillis(), TimeUnit.MILLISECONDS).get(2 * FLUSH.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.shutdownNow();
        } catch (ExecutionException | TimeoutException e) {
            server.shutdownNow();
        }
        admission.close();
    }

    /** Passes admitted requests to Jersey, except those for events, for which Jersey would hold a thread. */
    private final class Handler extends HttpHandler {

        private final GrizzlyHttpContainer jersey;

        Handler(ResourceConfig resources) {
            jersey = new GrizzlyHttpContainerProvider().createContainer(GrizzlyHttpContainer.class, resources);
        }

        @Override
        public RequestExecutorProvider getRequestExecutorProvider() {
            return admission;
        }

        /** Runs on an HTTP thread. */
        @Override
        public void service(Request request, Response response) {
            Exchange exchange = (Exchange) request.getAttribute(Exchange.PROPERTY);
            try {
                if (!request.getRequestURI().equals(EventStream.PATH)) {
                    jersey.service(request, response);
                } else if (request.getMethod().equals(Method.GET)) {
                    events.open(request, response, exchange);
                } else {
                    throw new NotAllowedException("GET");
                }
            } catch (IllegalArgumentException e) {
                // Jersey's container parses the address with java.net.URI, which is stricter than Grizzly's parser.
                Admission.write(request, exchange, new Problem("bad-address", "The address is no URI", 400, null));
            } catch (RuntimeException | Error e) {
                Admission.write(request, exchange, Problems.of(e));
            }
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
}
