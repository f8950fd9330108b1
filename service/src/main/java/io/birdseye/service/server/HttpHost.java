package io.birdseye.service.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.glassfish.jersey.server.ResourceConfig;

/** The HTTP server that the service runs in: it brings requests to {@link Admission}, and from there to Jersey. */
public interface HttpHost extends AutoCloseable {

    /** The port that it listens on, also if 0 was asked for. */
    int port();

    /** Refuses new requests and waits for those in progress; returns false if one still is after the grace period. */
    boolean drain(Duration grace) throws InterruptedException;

    /** Stops listening, writes the answers that are ready, and closes all connections. */
    @Override
    void close();

    /** A kind of server. The service loader finds it, so a jar brings one. */
    interface Provider {

        /** What {@code --http-server} calls it. */
        String name();

        /** @throws IllegalArgumentException if there is none of that name on the class path; lists those that there are */
        static Provider named(String name) {
            List<Provider> all = ServiceLoader.load(Provider.class, HttpHost.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
            return all.stream().filter(host -> host.name().equals(name)).findFirst().orElseThrow(() ->
                    new IllegalArgumentException("--http-server must be one of "
                            + String.join(", ", all.stream().map(Provider::name).sorted().toList()) + ", but is " + name));
        }

        /**
         * Starts a server, which listens when this returns.
         *
         * @throws IOException if the address cannot be bound
         */
        HttpHost start(Behind behind) throws IOException;
    }

    /**
     * What stands behind a server.
     *
     * @param descriptors for the connections
     * @param timer runs deadlines; short tasks only
     * @param refusals learns why the front door turned somebody away, as one of {@link ProblemType#refusals}
     * @param listener gets each request at its end, and the status: 499 if its client left before the answer
     * @param live what clients of {@code /events} receive
     * @param readiness asked for {@code /health/ready}, on a thread that reads requests, so it must be quick
     */
    record Behind(
            HttpSettings settings, Descriptors descriptors, ResourceConfig resources, ScheduledExecutorService timer,
            Consumer<String> refusals, ObjIntConsumer<Exchange> listener, EventStream.Source live,
            Supplier<Health> readiness) {}
}
