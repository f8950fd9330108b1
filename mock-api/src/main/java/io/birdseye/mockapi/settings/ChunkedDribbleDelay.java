package io.birdseye.mockapi.settings;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A body that is sent in parts: of n parts, part i is sent i/n of the total duration after the delay, so the last one
 * is sent at its end.
 *
 * @param numberOfChunks from 1 to 1000; a body with fewer bytes is sent in as many parts as it has bytes
 * @param totalDuration in ms, from the end of the delay to the last part, at most one hour
 */
public record ChunkedDribbleDelay(
        @JsonProperty(required = true) int numberOfChunks, @JsonProperty(required = true) double totalDuration) {

    public ChunkedDribbleDelay {
        Limits.require("numberOfChunks", numberOfChunks);
        Limits.require("totalDuration", totalDuration);
    }
}
