package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the threads of a ring wait for the ring and for the stage ahead. The chain waits as the library does with the
 * article's threads, else it parks, as the diamond always does. The system property {@value #PROPERTY} changes that for all rings of a JVM, so that an experiment can change
 * the topology and the waiting each by itself.
 */
enum Waiting {
    /**
     * The library's {@link BlockingWaitStrategy}: its threads park until a slot is published, and spin while they wait
     * for the stage ahead. The constructor that the article's program calls takes it.
     */
    LIBRARY,
    /** {@link ParkingWaitStrategy}: parks for both. */
    PARKING;

    /** {@code library} or {@code parking}. */
    static final String PROPERTY = "birdseye.disruptor.waiting";

    /** What the property says, or else the usual one. */
    static Waiting chosenOr(Waiting usual) {
        return parse(System.getProperty(PROPERTY), usual);
    }

    static Waiting parse(@Nullable String value, Waiting usual) {
        if (value == null) {
            return usual;
        }
        return Arrays.stream(values())
                .filter(waiting -> waiting.name().toLowerCase(Locale.ROOT).equals(value))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        PROPERTY + " is '" + value + "', but must be library or parking"));
    }

    WaitStrategy create() {
        return switch (this) {
            case LIBRARY -> new BlockingWaitStrategy();
            case PARKING -> new ParkingWaitStrategy();
        };
    }
}
