package io.birdseye.fanout;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The work of one request: a tree of two levels, in which calls feed groups, each group combines what its calls
 * brought, and the groups are joined into the answer.
 *
 * <p>A strategy only decides which thread runs which of these tasks, and who waits. It runs every task exactly once:
 * each call, then the {@link Group#combine} of a group when all of that group's calls have ended, then {@link #join}.
 * What the tasks do, how they are timed, and what happens to the siblings of a task that failed is not its concern:
 * after the first failure every other task of the same request fails at once with that same failure, and calls on
 * the wire are aborted.
 */
public interface FanOut {

    /** The groups in the order in which {@link #join} wants their parts. */
    List<Group> groups();

    /**
     * Makes the answer.
     *
     * @param parts one part for each group, in the order of {@link #groups()}
     */
    Overview join(List<Part> parts);

    /**
     * Tells when the request is given up. A strategy needs it only to let go of what waits for its turn; the tasks
     * themselves take notice on their own.
     */
    Cancellation cancellation();

    /** All calls of all groups, group after group. */
    default List<Call> calls() {
        return groups().stream().flatMap(group -> group.calls().stream()).toList();
    }

    /** Calls whose bodies belong together, and the CPU work that combines them. */
    interface Group {

        String name();

        /** The calls in the order in which {@link #combine} wants their bodies. */
        List<Call> calls();

        /**
         * Parses the bodies, keeps what belongs to the user and multiplies the group's shared list: CPU and memory
         * bandwidth, no waiting.
         *
         * @param bodies one body for each call, in the order of {@link #calls()}
         * @throws UpstreamFailure if a body is not what its upstream promised
         */
        Part combine(List<Body> bodies);
    }

    /** One request to one upstream: nearly all of it is waiting. */
    interface Call {

        String name();

        /**
         * Fetches the body and holds the calling thread in a socket read until it is there.
         *
         * @throws UpstreamFailure if the upstream failed
         * @throws InterruptedException if the thread is interrupted; the request is aborted then
         */
        Body fetch() throws InterruptedException;

        /**
         * Fetches the body and holds no thread. The stage completes on a thread of the HTTP client, which must not be
         * kept busy: hand CPU work to a pool.
         *
         * @return a stage that fails with {@link UpstreamFailure} if the upstream failed; it never throws by itself
         */
        CompletionStage<Body> fetchAsync();
    }
}
