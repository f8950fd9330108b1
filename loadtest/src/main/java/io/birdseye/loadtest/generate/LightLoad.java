package io.birdseye.loadtest.generate;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** What a {@link LightClient} asks for, and how often. A wait for a free connection is part of the response time. */
public record LightLoad(URI url, Schedule schedule, int connections, Duration requestTimeout) {

    private static final int CONNECTIONS = 4_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    public LightLoad {
        if (connections < 1 || connections > 28_000) {
            throw new IllegalArgumentException(
                    "connections must be 1 to 28000, the ports of one address, but are " + connections);
        }
    }

    /** On this machine only. A connection for each user, or up to 4,000 in the open model; a timeout of 30 s. */
    public static LightLoad of(String url, Schedule schedule) {
        LightLoad load = elsewhere(url, schedule);
        InetAddress host = load.address().getAddress();
        if (host == null || !host.isLoopbackAddress()) {
            throw new IllegalArgumentException("load goes to this machine only, not to " + url);
        }
        return load;
    }

    /** On another machine, whose owner has started the service for this. */
    public static LightLoad elsewhere(String url, Schedule schedule) {
        return new LightLoad(URI.create(url), schedule, schedule.open() ? CONNECTIONS : schedule.users(), TIMEOUT);
    }

    public LightLoad withConnections(int most) {
        return new LightLoad(url, schedule, most, requestTimeout);
    }

    public LightLoad withTimeout(Duration timeout) {
        return new LightLoad(url, schedule, connections, timeout);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    String target() {
        return url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    }
}
