package io.birdseye.fanout;

import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;

/** The parameters of one request, and the lists that all requests of its size and layout share. */
public record Query(int userId, int intFactor, int longFactor, SharedMemory memory) {

    private static final SharedMemory NO_MEMORY = SharedMemory.ofMegabytes(0, Layout.PRIMITIVE);

    /** A request that multiplies no shared list. */
    public static Query ofUser(int userId) {
        return new Query(userId, 1, 1, NO_MEMORY);
    }
}
