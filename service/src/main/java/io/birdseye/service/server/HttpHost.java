package io.birdseye.service.server;

import io.birdseye.model.Callers;
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

        /** Starts a server, which listens when this returns; throws if the address cannot be bound. */
        HttpHost start(Behind behind) throws IOException;
    }

    /**
     * What stands behind a server. The timer runs short tasks only; {@code refusals} learns why the front door turned
     * somebody away, as one of {@link ProblemType#refusals}; the listener gets each request at its end, and the
     * status: 499 if its client left before the answer; readiness is asked for on a thread that reads requests, so it
     * must be quick.
     */
    record Behind(
            Settings settings, Descriptors descriptors, ResourceConfig resources, ScheduledExecutorService timer,
            Consumer<String> refusals, ObjIntConsumer<Exchange> listener, LiveLatencies live,
            Supplier<Health> readiness) {}

    /** How HTTP requests are accepted; {@code --help} describes each setting. */
    record Settings(
            String host, int port, int backlog, Callers callers, int maxConnections, Threads threads, Times times,
            long maxWaitingBytes) {

        /** Who serves requests, and how many of them may wait for an HTTP thread. */
        public record Threads(int http, int selectors, int queue) {}

        /** How long a request may take, its head before it, and its client to take the answer after the deadline. */
        public record Times(Duration deadline, Duration head, Duration answer) {}
    }
}
