package io.birdseye.strategy;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a strategy says of itself. Routes, tests, load scenarios, tables and docs derive from it. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface StrategyInfo {

    /** A {@link #publishedIo()} or {@link #publishedCpu()} that is bounded by the server's HTTP threads only. */
    int HTTP_THREADS = -1;

    /** The name in kebab case; it is the last segment of the URL. */
    String name();

    /** One line: what it is. */
    String summary();

    /** Which thread waits for the calls of a request. */
    String waits();

    /** The article or documentation that it follows, as a citation or an address. */
    String source();

    /** When it is the right choice: one line that finishes "take it when …"; ours all say so. */
    String takeWhen() default "";

    /** When another one is: one line that finishes "look elsewhere when …". */
    String avoidWhen() default "";

    /**
     * The thread pools that it really creates, the library's own included: {@code "<thread name>: <how many>"}. Empty
     * for a strategy that lives on its host's threads.
     */
    String[] pools() default {};

    /** What it cannot do without ceasing to be what it is. */
    Limit[] limits() default {};

    Client client();

    Origin origin();

    /** How many calls the published configuration can have on the wire at once; 0 if none was published. */
    int publishedIo() default 0;

    /** How many combinations the published configuration can run at once; 0 if none was published. */
    int publishedCpu() default 0;

    /** The kind of HTTP client that the strategy calls its upstreams with. */
    enum Client {
        /** A call holds a thread. */
        BLOCKING,
        /** A call holds no thread. */
        NON_BLOCKING
    }

    /** A point of the contract that a strategy misses by its nature. The contract suite checks that it really does. */
    enum Limit {
        /** A request that is given up while it waits in a queue ends when its turn comes, and not at once. */
        ENDS_IN_TURN,
        /** One thread sends all answers: a host that takes one of them slowly holds up the others. */
        ANSWERS_IN_LINE,
        /** It takes in fewer requests at once than its queue bound allows, as many as keep the wait short. */
        REFUSES_EARLY
    }

    /** Who wrote the strategy. */
    enum Origin {
        /** Pools and topology are those of an article. */
        PUBLISHED,
        /** A published one without the part of its configuration that hampers the library. */
        REPAIRED,
        /** What one would write today. */
        TODAY
    }
}
