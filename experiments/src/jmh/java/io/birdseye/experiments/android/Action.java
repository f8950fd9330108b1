package io.birdseye.experiments.android;

import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The five kinds of action of the article, with its parameters. Each takes a seed from 0 to 99. */
public enum Action {
    /** The seed to the power of itself: some tens of nanoseconds. */
    ARITHMETIC {
        @Override
        public int apply(int seed) {
            return (int) (float) Math.pow(seed, seed);
        }
    },
    /** New lists and maps of as many elements as the seed says: some microseconds, and garbage. */
    LISTS {
        @Override
        public int apply(int seed) {
            return manipulate(seed).size();
        }
    },
    /** Parks for 0.5 ms to 1.49 ms, in place of a database or a file. */
    STORAGE {
        @Override
        public int apply(int seed) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500 + 10L * seed));
            return seed;
        }
    },
    /** Sleeps for 0 to 99 ms, in place of a server. */
    NETWORK {
        @Override
        public int apply(int seed) {
            try {
                TimeUnit.MILLISECONDS.sleep(seed);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted in a network action", e);
            }
            return seed;
        }
    },
    /** Every fifth seed a network action, of the rest every third storage, every second lists, else arithmetic. */
    MIXED {
        @Override
        public int apply(int seed) {
            if (seed % 5 == 0) {
                return NETWORK.apply(seed);
            } else if (seed % 3 == 0) {
                return STORAGE.apply(seed);
            } else if (seed % 2 == 0) {
                return LISTS.apply(seed);
            }
            return ARITHMETIC.apply(seed);
        }
    };

    /** Does the work and returns something that depends on it, so that no compiler can leave it out. */
    public abstract int apply(int seed);

    public String label() {
        return Format.label(this);
    }

    /** Each step makes a collection of its own, as the article's eager list operations do. */
    static Map<String, Float> manipulate(int size) {
        List<Float> numbers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            numbers.add((float) i);
        }
        List<Float> shifted = new ArrayList<>(size);
        for (Float number : numbers) {
            shifted.add(number + 0.3f);
        }
        Map<String, Float> byText = new LinkedHashMap<>();
        for (Float number : shifted) {
            byText.put(number.toString(), number);
        }
        Map<String, Float> squares = new LinkedHashMap<>();
        byText.forEach((text, number) -> squares.put(text, number * number));
        Map<String, Float> large = new LinkedHashMap<>();
        squares.forEach((text, square) -> {
            if (square > 5f) {
                large.put(text, square);
            }
        });
        return large;
    }
}
