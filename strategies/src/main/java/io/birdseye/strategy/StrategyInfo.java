package io.birdseye.strategy;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a strategy. Routes, tests, load scenarios, tables and docs are derived from it. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface StrategyInfo {

    /** A {@link #publishedIo()} or {@link #publishedCpu()} that only the number of the server's HTTP threads bounds. */
    int HTTP_THREADS = -1;

    /** The name in kebab case; it is the last segment of the URL. */
    String name();

    /** What the strategy is, in one line. */
    String summary();

    /** Which threads wait for the calls of a request, in words. */
    String waits();

    /** The kind of thread that waits for the calls of a request. */
    Waiter waiter();

    /** The article or documentation that it follows, as a citation or an address. */
    String source();

    /** When to use it: one line that completes "use it when …". Every strategy of Birdseye has one. */
    String takeWhen() default "";

    /** When to use another strategy: one line that completes "use another one when …". */
    String avoidWhen() default "";

    /** The thread pools that it creates, including those that its library creates; empty if there is none. */
    Pool[] pools() default {};

    /**
     * The default of a library that bounds it below its budget, without a failure or a word in a log: {@code "<number>
     * calls at once: <what it is>"}. Empty for a strategy that uses its whole budget.
     */
    String hiddenLimit() default "";

    /** The points of the contract that it cannot keep. */
    Limit[] limits() default {};

    /** Its place among all strategies; {@code advise} recommends the simplest one that meets an objective. */
    Simplicity simplicity() default @Simplicity(rank = Integer.MAX_VALUE, why = "it has no place in the order of simplicity");

    /** Whether an article published it, and in which form. */
    Origin origin();

    /** The first JDK on which its library runs. An older one leaves the strategy out and says so. */
    int leastJdk() default 25;

    /** How many calls the published configuration can have on the wire at once; 0 if none was published. */
    int publishedIo() default 0;

    /** How many combinations the published configuration can run at once; 0 if none was published. */
    int publishedCpu() default 0;

    /**
     * A thread pool. It has at most one thread for each unit of the budgets that it is for, and {@link #more()}. The host
     * bounds the threads of all strategies by it.
     */
    @interface Pool {

        /** Its threads are named {@code name-1}, {@code name-2} and so on. */
        String name();

        /** Whether it has a thread for each call that the budget allows at once. */
        boolean io() default false;

        /** Whether it has a thread for each combination that the budget allows at once. */
        boolean cpu() default false;

        int more() default 0;

        /** For the documentation. */
        String remark() default "";
    }

    /**
     * How simple the code is, as one would write it today: how much a reader must know beyond plain Java, what has to be
     * sized and closed, whether a stack trace leads to the cause, and whether the library is still maintained.
     */
    @interface Simplicity {

        /** The simplest has the lowest; ranks are 10 apart, so that another strategy finds a place between two. */
        int rank();

        /** Why it stands behind the one before, as the end of a sentence. */
        String why();
    }

    /** The kind of thread that waits for a call. */
    enum Waiter {
        /** No thread: the client is non-blocking. */
        NOBODY,
        /** The HTTP thread of the request. */
        HTTP_THREAD,
        /** A platform thread that the strategy created. */
        POOL_THREAD,
        /** A virtual thread: it costs memory, but no thread of the operating system. */
        VIRTUAL_THREAD;

        /** The HTTP client that the strategy uses. */
        public Client client() {
            return this == NOBODY ? Client.NON_BLOCKING : Client.BLOCKING;
        }
    }

    /** The kind of HTTP client that the strategy calls its upstreams with. */
    enum Client {
        /** A call holds a thread. */
        BLOCKING,
        /** A call holds no thread. */
        NON_BLOCKING
    }

    /**
     * A point of the contract that a strategy cannot keep without becoming another strategy. The contract tests check
     * that a strategy with this limit really has it.
     */
    enum Limit {
        /** A request that is given up while it waits in a queue ends only when its turn comes. */
        ENDS_IN_TURN,
        /** One thread sends all answers: a client that reads its answer slowly delays all others. */
        HEAD_OF_LINE_BLOCKING,
        /** It admits fewer requests than its budget's max in flight, only as many as keep the wait short. */
        LOAD_SHEDDING,
        /** A default of its library keeps it below its I/O budget, see {@link StrategyInfo#hiddenLimit()}. */
        HIDDEN_DEFAULT
    }

    /** Who designed the strategy. */
    enum Origin {
        /** Pools and topology are those of an article. */
        PUBLISHED,
        /** A published strategy without the part of its configuration that makes its library slow. */
        REPAIRED,
        /** What one would write today. */
        TODAY
    }
}
