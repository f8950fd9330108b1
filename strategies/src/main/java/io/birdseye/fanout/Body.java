package io.birdseye.fanout;

/**
 * The body of an upstream's answer.
 *
 * @param upstream the name of the call, for failures
 * @param bytes the bytes of the body; not copied, so nobody may change them
 */
public record Body(String upstream, byte[] bytes) {}
