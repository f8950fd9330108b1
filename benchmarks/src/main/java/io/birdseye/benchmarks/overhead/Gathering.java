package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Collects the results of the tasks of one request, for libraries that pass messages instead of results. */
final class Gathering {

    private final FanOut work;
    private final Body[][] bodies;
    private final Part[] parts;
    private final AtomicInteger[] missing;
    private final AtomicInteger missingParts;
    private final CompletableFuture<Overview> answer = new CompletableFuture<>();

    Gathering(FanOut work) {
        this.work = work;
        int groups = work.groups().size();
        bodies = new Body[groups][];
        parts = new Part[groups];
        missing = new AtomicInteger[groups];
        for (int g = 0; g < groups; g++) {
            bodies[g] = new Body[work.groups().get(g).calls().size()];
            missing[g] = new AtomicInteger(bodies[g].length);
        }
        missingParts = new AtomicInteger(groups);
    }

    /** Starts one call of a group. */
    interface Start {
        void start(int group, int call);
    }

    void eachCall(Start calls) {
        for (int group = 0; group < bodies.length; group++) {
            for (int call = 0; call < bodies[group].length; call++) {
                calls.start(group, call);
            }
        }
    }

    /** Returns whether it was the last of its group. */
    boolean fetched(int group, int call, Body body) {
        bodies[group][call] = body;
        return missing[group].decrementAndGet() == 0;
    }

    /** Runs a call; returns whether it was the last of its group. */
    boolean fetch(int group, int call) {
        return fetched(group, call, work.groups().get(group).calls().get(call).fetchUnchecked());
    }

    /** The last group to be combined ends the request. */
    void combine(int group) {
        parts[group] = work.groups().get(group).combine(List.of(bodies[group]));
        if (missingParts.decrementAndGet() == 0) {
            answer.complete(work.join(List.of(parts)));
        }
    }

    Overview await() throws Exception {
        return answer.get();
    }
}
