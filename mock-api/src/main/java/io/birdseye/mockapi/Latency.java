package io.birdseye.mockapi;

import org.jspecify.annotations.Nullable;

/**
 * When an answer comes.
 *
 * @param delay before the first byte
 * @param dribble how the body is spread after that, null for at once
 */
public record Latency(Delay delay, @Nullable Dribble dribble) {

    static final Latency NONE = new Latency(Delay.NONE, null);
}
