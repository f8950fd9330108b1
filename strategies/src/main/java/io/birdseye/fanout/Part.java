package io.birdseye.fanout;

/**
 * A group's part of the answer.
 *
 * @param json a JSON value in UTF-8; not copied, so nobody may change it
 */
public record Part(String group, byte[] json) {}
