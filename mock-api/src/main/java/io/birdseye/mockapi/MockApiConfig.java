package io.birdseye.mockapi;

/**
 * Where mock-api listens, with how many threads, and what it does at first.
 *
 * @param host the address to bind to
 * @param port 0 picks a free one
 * @param eventLoops the threads that serve; more than the machine has cores only costs
 * @param photos how many photos there are, which are nine tenths of all data
 */
public record MockApiConfig(String host, int port, int eventLoops, int photos, Settings settings) {

    static final int MAX_EVENT_LOOPS = 64;
    static final int MAX_PHOTOS = 100_000;

    public MockApiConfig {
        if (host.isBlank()) {
            throw new InvalidSetting("host", host, "a host name or an address");
        }
        if (port < 0 || port > 65_535) {
            throw new InvalidSetting("port", port, "a whole number from 0 to 65535, where 0 picks a free port");
        }
        if (eventLoops < 1 || eventLoops > MAX_EVENT_LOOPS) {
            throw new InvalidSetting("event-loops", eventLoops, "a whole number from 1 to " + MAX_EVENT_LOOPS);
        }
        if (photos < 0 || photos > MAX_PHOTOS) {
            throw new InvalidSetting("photos", photos, "a whole number from 0 to " + MAX_PHOTOS);
        }
    }

    /** With all the data. */
    public MockApiConfig(String host, int port, int eventLoops, Settings settings) {
        this(host, port, eventLoops, Dataset.PHOTOS, settings);
    }

    /** A free port of this machine only, one event loop per core. */
    public static MockApiConfig onFreePort(Settings settings) {
        return new MockApiConfig("127.0.0.1", 0, defaultEventLoops(), settings);
    }

    static int defaultEventLoops() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MAX_EVENT_LOOPS);
    }
}
