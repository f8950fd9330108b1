package io.birdseye.fanout;

/**
 * How long the calling thread has really run, and how long the whole JVM has stood still: read at both ends of every
 * task, so that waiting for a core and garbage collection can be told from computing. A reading must take well under a
 * microsecond.
 */
public interface RunClock {

    /** What a clock answers if it does not know. */
    long UNKNOWN = -1;

    /** Knows nothing, and costs nothing. */
    RunClock NONE = new RunClock() {
        @Override
        public long cpuNanos() {
            return UNKNOWN;
        }

        @Override
        public long stoppedNanos() {
            return 0;
        }
    };

    /** CPU time of the calling thread, or of the carrier of a virtual one, by a clock of its own; or {@link #UNKNOWN}. */
    long cpuNanos();

    /** How long the JVM has been stopped by its garbage collector since it started. */
    long stoppedNanos();
}
