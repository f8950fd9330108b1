package io.birdseye.service.server;

import io.birdseye.service.problem.Problem;
import io.birdseye.service.problem.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.glassfish.grizzly.http.server.HttpHandlerRegistration;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.ServerConfiguration;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainerProvider;
import org.glassfish.jersey.server.ResourceConfig;

/** The HTTP server: selector threads in front, HTTP threads behind a bounded queue, Jersey on those. */
public final class HttpServing implements AutoCloseable {

    private static final int IDLE_CONNECTION_SECONDS = 300;
    private static final Duration FLUSH = Duration.ofMillis(500);

    private final InProgress inProgress;
    private final EventStream events;
    private final HttpWorkers workers;
    private final HttpServer server;
    private final NetworkListener network;

    /**
     * Listens at once.
     *
     * @param timer runs deadlines; short tasks only
     * @param live what listeners at {@code /events} are told
     * @throws IOException if the address cannot be bound
     */
    public static HttpServing start(
            HttpSettings settings,
            ResourceConfig resources,
            ScheduledExecutorService timer,
            ExchangeListener listener,
            LiveSource live)
            throws IOException {
        HttpServing serving = new HttpServing(settings, resources, timer, listener, live);
        try {
            serving.server.start();
        } catch (IOException | RuntimeException e) {
            serving.close();
            throw e;
        }
        return serving;
    }

    private HttpServing(
            HttpSettings settings,
            ResourceConfig resources,
            ScheduledExecutorService timer,
            ExchangeListener listener,
            LiveSource live) {
        inProgress = new InProgress();
        events = new EventStream(timer, live);
        workers = new HttpWorkers(settings.threads(), settings.queueBound());
        network = network(settings);
        server = new HttpServer();
        server.addListener(network);
        ServerConfiguration configuration = server.getServerConfiguration();
        configuration.setPassTraceRequest(true);
        configuration.setMaxPostSize(-1);
        configuration.setDefaultErrorPageGenerator((request, status, reason, description, exception) -> {
            request.getResponse().setContentType(Problem.MEDIA_TYPE);
            return new String(Problems.status(status).json(request.getRequestURI()), StandardCharsets.UTF_8);
        });
        GrizzlyHttpContainer jersey =
                new GrizzlyHttpContainerProvider().createContainer(GrizzlyHttpContainer.class, resources);
        configuration.addHttpHandler(
                new FrontDoor(jersey, workers, timer, settings.deadline(), listener, inProgress, events),
                HttpHandlerRegistration.ROOT);
    }

    private static NetworkListener network(HttpSettings settings) {
        NetworkListener network = new NetworkListener("http", settings.host(), settings.port());
        network.getKeepAlive().setMaxRequestsCount(-1);
        network.getKeepAlive().setIdleTimeoutInSeconds(IDLE_CONNECTION_SECONDS);
        network.getFileCache().setEnabled(false);
        TCPNIOTransport transport = network.getTransport();
        transport.setIOStrategy(new WatchfulIoStrategy());
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

    public boolean draining() {
        return inProgress.draining();
    }

    /**
     * Refuses new requests and lets those in progress be answered.
     *
     * @return false if some were not answered within the grace period
     */
    public boolean drain(Duration grace) throws InterruptedException {
        inProgress.refuseNew();
        events.close();
        return inProgress.awaitEmpty(grace);
    }

    /** Stops listening and closes all connections, when what has been answered is on the wire. */
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
        workers.close();
    }
}
