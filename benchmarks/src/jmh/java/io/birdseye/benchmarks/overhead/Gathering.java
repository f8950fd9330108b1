package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Assembly;
import java.util.concurrent.CompletableFuture;

/** Collects the results of the tasks of one request, for libraries that pass messages. Safe for use by many threads. */
final class Gathering {

    private final FanOut work;
    private final CompletableFuture<Overview> answer = new CompletableFuture<>();
    private final Assembly assembly;

    Gathering(FanOut work) {
        this.work = work;
        assembly = new Assembly(work, answer);
    }

    /** Starts one call of a group. */
    interface Start {
        void start(int group, int call);
    }

    void eachCall(Start calls) {
        for (int group = 0; group < work.groups().size(); group++) {
            for (int call = 0; call < work.groups().get(group).calls().size(); call++) {
                calls.start(group, call);
            }
        }
    }

    /** Returns whether it was the last of its group. */
    boolean fetched(int group, int call, Body body) {
        synchronized (assembly) {
            return assembly.add(group, call, body);
        }
    }

    /** Runs a call; returns whether it was the last of its group. */
    boolean fetch(int group, int call) {
        return fetched(group, call, assembly.group(group).calls().get(call).fetchUnchecked());
    }

    /** The last group to be combined ends the request. */
    void combine(int group) {
        Part part = assembly.group(group).combine(assembly.bodies(group));
        synchronized (assembly) {
            if (!assembly.add(group, part)) {
                return;
            }
        }
        assembly.finish();
    }

    Overview await() throws Exception {
        return answer.get();
    }
}
