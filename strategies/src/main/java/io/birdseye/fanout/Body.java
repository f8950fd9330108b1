package io.birdseye.fanout;

/**
 * What an upstream answered, as it came over the wire.
 *
 * @param upstream the name of the call that brought it, so that a failure can name its origin
 * @param bytes the bytes of the body; not copied, so nobody may change them
 */
public record Body(String upstream, byte[] bytes) {}
