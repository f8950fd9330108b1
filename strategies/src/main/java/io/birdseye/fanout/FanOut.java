package io.birdseye.fanout;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The work of one request: a tree of two levels. The calls fetch bodies, each group combines the bodies of its calls
 * into a part, and the parts are joined into the answer.
 *
 * <p>A strategy only decides which thread runs which of these tasks, and which thread waits. It runs every task exactly
 * once: each call, then the {@link Group#combine} of a group when all calls of the group have ended, then
 * {@link #join}. The fan-out measures the tasks and handles failures: after the first failure every other task of the
 * same request fails at once with that failure, and calls on the wire are aborted. Tasks throw no {@link Error}: an error
 * within a task is a {@link TaskError}.
 */
public interface FanOut {

    /** The groups, in the order in which {@link #join} expects their parts. */
    List<Group> groups();

    /** Joins the parts into the answer. */
    Overview join(List<Part> parts);

    /** Tells when the request is given up. A strategy needs it only to remove tasks from its queues; running tasks end by themselves. */
    Cancellation cancellation();

    /** All calls of all groups, group after group. */
    default List<Call> calls() {
        return groups().stream().flatMap(group -> group.calls().stream()).toList();
    }

    /** Some calls, and the CPU work that combines their bodies. */
    interface Group {

        String name();

        /** The calls, in the order in which {@link #combine} expects their bodies. */
        List<Call> calls();

        /**
         * Parses the bodies, keeps the user's items and multiplies the group's shared list. Takes CPU time and memory
         * bandwidth, and never waits.
         */
        Part combine(List<Body> bodies);
    }

    /** One request to one upstream. Nearly all of its time is waiting. */
    interface Call {

        String name();

        /**
         * Fetches the body and holds the calling thread until it has arrived, or the upstream has failed ({@link
         * UpstreamFailure}). An interrupt aborts the request.
         */
        Body fetch() throws InterruptedException;

        /**
         * {@link #fetch()} for functions that cannot throw checked exceptions; an interrupt becomes a {@link
         * CompletionException}.
         */
        default Body fetchUnchecked() {
            try {
                return fetch();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CompletionException(e);
            }
        }

        /**
         * Fetches the body and holds no thread. The stage completes on a thread of the HTTP client, which other calls
         * need: run CPU work on a pool.
         */
        CompletionStage<Body> fetchAsync();
    }
}
