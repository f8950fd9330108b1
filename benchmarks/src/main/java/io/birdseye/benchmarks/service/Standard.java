package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Comparisons.Timed;
import io.birdseye.benchmarks.Lab;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.Layout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The case that most promises are about: 50 requests/s, upstreams of 200 ms, memory 5, equal budgets. */
final class Standard {

    /** What shares of the work each thread model has best: waiting threads, virtual ones, and none. */
    static final List<String> STRATEGIES = List.of("executor", "virtual-threads", "http-async");

    static final double MEMORY_MEGABYTES = 5;

    /**
     * At 50 requests/s methods are called seldom: one that is called once for a request is given to the optimising
     * compiler after 5,000 of them, which is after 100 s, and JMH has waited for its loops, too.
     */
    private static final int WARM_UP_SECONDS = 150;

    private Standard() {}

    static Timed run(Lab lab, Layout layout) throws IOException, TrialFailure, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "--strategies", String.join(",", STRATEGIES),
                "--rate", "50",
                "--memory", Double.toString(MEMORY_MEGABYTES),
                "--layout", layout.label()));
        if (!lab.quick()) {
            arguments.addAll(List.of("--warm-up", WARM_UP_SECONDS + "s"));
        }
        return lab.comparisons().run("standard-" + layout.label(), arguments);
    }

    static Duration estimate(boolean quick) {
        return Duration.ofSeconds(20 + STRATEGIES.size() * (quick ? 38 : 38 + WARM_UP_SECONDS * 4 / 3));
    }
}
