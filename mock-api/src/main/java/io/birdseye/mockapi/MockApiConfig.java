package io.birdseye.mockapi;

import io.birdseye.mockapi.data.Dataset;
import io.birdseye.mockapi.settings.InvalidSetting;
import io.birdseye.mockapi.settings.UpstreamSettings;
import io.birdseye.model.Callers;

/**
 * Where mock-api listens, with how many threads, and what it does at first.
 *
 * @param host the address to bind to
 * @param port 0 picks a free one
 * @param eventLoops the threads that serve, up to 64; 0 is one for each core, and more cost CPU and gain nothing
 * @param photos the number of photos, up to 100,000; they are nine tenths of all data
 */
public record MockApiConfig(String host, int port, int eventLoops, int photos, UpstreamSettings settings, Callers callers) {

    private static final int MAX_EVENT_LOOPS = 64;

    /** @throws InvalidSetting if a value is out of its range */
    public MockApiConfig {
        if (host.isBlank()) {
            throw new InvalidSetting("host", host, "a host name or an address");
        }
        requireUpTo(65_535, "port", port);
        requireUpTo(MAX_EVENT_LOOPS, "event-loops", eventLoops);
        requireUpTo(100_000, "photos", photos);
    }

    /** With all the data, and for all callers that need no setting. */
    public MockApiConfig(String host, int port, int eventLoops, UpstreamSettings settings) {
        this(host, port, eventLoops, Dataset.PHOTOS, settings, Callers.parse(""));
    }

    private static void requireUpTo(int most, String field, int value) {
        if (value < 0 || value > most) {
            throw new InvalidSetting(field, value, "a whole number from 0 to " + most);
        }
    }

    /** The number of event loops where 0 stands for one for each core. */
    int eventLoopCount() {
        return eventLoops > 0 ? eventLoops : Math.min(Runtime.getRuntime().availableProcessors(), MAX_EVENT_LOOPS);
    }
}
