package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tasks of one request bring, for libraries that pass messages instead of results. */
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

    FanOut work() {
        return work;
    }

    /** Returns whether it was the last of its group. */
    boolean fetched(int group, int call, Body body) {
        bodies[group][call] = body;
        return missing[group].decrementAndGet() == 0;
    }

    boolean fetch(int group, int call) {
        try {
            return fetched(group, call, work.groups().get(group).calls().get(call).fetch());
        } catch (InterruptedException e) {
            answer.completeExceptionally(e);
            Thread.currentThread().interrupt();
            return false;
        }
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
