package io.birdseye.service.pools;

import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import io.birdseye.strategy.Overloaded;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lists that requests share, built by the first request for a size and layout. The least recently used ones are
 * dropped when there are many: a sweep over sizes must not fill the heap.
 */
public final class SharedMemories {

    private static final int KEPT = 8;

    private record Key(double megabytes, Layout layout) {}

    private final Map<Key, SharedMemory> memories = new LinkedHashMap<>(KEPT, 0.75f, true);

    /**
     * The lists of one size. Building boxed ones takes some tenths of a second, during which others wait.
     *
     * @throws Overloaded if the heap has no room for them
     */
    public synchronized SharedMemory get(double megabytes, Layout layout) {
        Key key = new Key(megabytes, layout);
        SharedMemory memory = memories.get(key);
        if (memory == null) {
            if (memories.size() >= KEPT) {
                memories.remove(memories.keySet().iterator().next());
            }
            memory = build(key);
            memories.put(key, memory);
        }
        return memory;
    }

    private static SharedMemory build(Key key) {
        try {
            SharedMemory memory = SharedMemory.ofMegabytes(key.megabytes(), key.layout());
            // They stay as long as the service. Left in the young generation, each of its next fifteen collections would
            // copy millions of boxed numbers, which is what the first half minute of a load would be about.
            System.gc();
            return memory;
        } catch (OutOfMemoryError e) {
            throw new Overloaded("the heap has no room for shared lists of " + key.megabytes() + " MB, "
                    + key.layout().label());
        }
    }
}
