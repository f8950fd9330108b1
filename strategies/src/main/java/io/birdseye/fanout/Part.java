package io.birdseye.fanout;

/** A group's part of the answer, as JSON in UTF-8, which is not copied, so nobody may change it. */
public record Part(String group, byte[] json) {}
