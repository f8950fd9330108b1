package io.birdseye.fanout;

/**
 * What a group contributes to the answer.
 *
 * @param group the name of the group
 * @param json a JSON value in UTF-8; not copied, so nobody may change it
 */
public record Part(String group, byte[] json) {}
