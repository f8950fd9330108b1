package io.birdseye.fanout;

/**
 * The answer to one request.
 *
 * @param json a JSON document in UTF-8; not copied, so nobody may change it
 */
public record Overview(byte[] json) {}
