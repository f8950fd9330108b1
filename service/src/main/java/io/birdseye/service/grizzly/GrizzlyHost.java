package io.birdseye.service.grizzly;

import io.birdseye.service.server.Admission;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.HttpSettings;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.RequestHead;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.glassfish.grizzly.asyncqueue.AsyncQueueWriter;
import org.glassfish.grizzly.filterchain.TransportFilter;
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

/** Grizzly. Selector threads read requests, {@link Admission} passes them to HTTP threads, and these run Jersey. */
public final class GrizzlyHost implements HttpHost {

    /** Called by the service loader. */
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

    private final HttpSettings settings;
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

    private static NetworkListener network(HttpSettings settings, WatchfulIoStrategy strategy) {
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

    /** Passes admitted requests to Jersey. */
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

        /** Runs on an HTTP thread. */
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
}
