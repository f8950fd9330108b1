package io.birdseye.service.overview;

import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import io.birdseye.strategy.Overloaded;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The lists that requests share. The first request for a size and layout builds them. Only {@value #KEPT} are kept, the
 * most recently used ones, so that requests for many sizes do not fill the heap.
 */
public final class SharedMemories {

    private static final int KEPT = 8;

    private record Key(double megabytes, Layout layout) {}

    private final SequencedMap<Key, SharedMemory> memories = new LinkedHashMap<>(KEPT, 0.75f, true);

    /** Builds boxed lists in some tenths of a second, while others wait; {@link Overloaded} if the heap has no room. */
    synchronized SharedMemory get(double megabytes, Layout layout) {
        Key key = new Key(megabytes, layout);
        SharedMemory known = memories.get(key);
        if (known != null) {
            return known;
        }
        if (memories.size() >= KEPT) {
            memories.pollFirstEntry();
        }
        try {
            SharedMemory built = SharedMemory.ofMegabytes(megabytes, layout);
            // Moves the lists to the old generation. Otherwise each of the next fifteen young collections would copy
            // millions of boxed numbers, which would dominate the first half minute of a load.
            System.gc();
            memories.put(key, built);
            return built;
        } catch (OutOfMemoryError e) {
            throw new Overloaded("the heap has no room for shared lists of " + megabytes + " MB, " + layout.label());
        }
    }
}
