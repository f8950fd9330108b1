package io.birdseye.mockapi;

import io.birdseye.model.Callers;
import io.birdseye.model.Durations;
import io.birdseye.model.SystemFile;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where mock-api listens, with how many threads, and what it does at first. A port of 0 picks a free one; 0 event
 * loops are one for each core, since more cost CPU and gain nothing; 0 connections are as many as descriptors allow. A
 * connection that brings no whole request is closed when it has been idle for so long.
 */
public record MockApiConfig(
        String host, int port, int eventLoops, int maxConnections, Duration idle, int photos,
        UpstreamSettings settings, Callers callers) {

    /** Far longer than the clients of a measurement keep an idle connection: they close it after 30 to 60 seconds. */
    public static final Duration DEFAULT_IDLE = Duration.ofMinutes(2);

    /** 50 to each album. */
    public static final int DEFAULT_PHOTOS = 5_000;

    private static final int MAX_EVENT_LOOPS = 64;
    private static final int MAX_CONNECTIONS = 1_000_000;
    private static final Duration MAX_IDLE = Duration.ofHours(1);

    /** Descriptors for the event loops, the jars, and connections that are being refused. */
    private static final int OTHER_DESCRIPTORS = 200;

    /** @throws InvalidSetting if a value is out of its range */
    public MockApiConfig {
        if (host.isBlank()) {
            throw new InvalidSetting("host", host, "a host name or an address");
        }
        requireUpTo(65_535, "port", port);
        requireUpTo(MAX_EVENT_LOOPS, "event-loops", eventLoops);
        requireUpTo(MAX_CONNECTIONS, "max-connections", maxConnections);
        requireUpTo(100_000, "photos", photos);
        if (idle.compareTo(Duration.ofMillis(1)) < 0 || idle.compareTo(MAX_IDLE) > 0) {
            throw new InvalidSetting("idle-timeout", Durations.format(idle), "a duration from 1ms to 1h");
        }
    }

    /** With all the data, as many connections as descriptors allow, and for all callers that need no setting. */
    public MockApiConfig(String host, int port, int eventLoops, UpstreamSettings settings) {
        this(host, port, eventLoops, 0, DEFAULT_IDLE, DEFAULT_PHOTOS, settings, Callers.parse(""));
    }

    private static void requireUpTo(int most, String field, int value) {
        if (value < 0 || value > most) {
            throw new InvalidSetting(field, value, "a whole number from 0 to " + most);
        }
    }

    /**
     * The number of connections where 0 stands for as many as descriptors allow, but for a few. The limit is read from
     * the file, because the beans that know it would take a part of the start.
     */
    public int connectionCount() {
        return maxConnections > 0
                ? maxConnections
                : SystemFile.number(Path.of("/proc/self/limits"), "^Max open files +(\\d{1,18}) ").stream()
                        .mapToInt(limit -> Math.clamp(limit - OTHER_DESCRIPTORS, 1, MAX_CONNECTIONS))
                        .findFirst()
                        .orElse(MAX_CONNECTIONS);
    }

    /** The number of event loops where 0 stands for one for each core. */
    public int eventLoopCount() {
        return eventLoops > 0 ? eventLoops : Math.min(Runtime.getRuntime().availableProcessors(), MAX_EVENT_LOOPS);
    }
}
