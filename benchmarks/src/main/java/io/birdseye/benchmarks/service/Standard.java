package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import java.time.Duration;
import java.util.List;

/** The case that most promises are about: 50 requests/s, upstreams of 200 ms, memory 5, equal budgets. */
final class Standard {

    /** What shares of the work each thread model has best: waiting threads, virtual ones, and none. */
    static final List<String> STRATEGIES = List.of("executor", "virtual-threads", "http-async");

    /**
     * At 50 requests/s methods are called seldom: one that is called once for a request is given to the optimising
     * JIT compiler after 5,000 of them, which is after 100 s, and JMH has waited for its loops, too.
     */
    private static final int WARM_UP_SECONDS = 150;

    private Standard() {}

    /** Of one layout, shared by all benches that look at it. */
    static Timed run(BenchContext context, Layout layout) throws Exception {
        String label = "standard-" + layout.label();
        TrialSettings settings = context.comparison(label, STRATEGIES, Load.open(50), layout);
        LoadPlan load = settings.load().withWarmUp(WarmUp.of(Duration.ofSeconds(WARM_UP_SECONDS)));
        return context.compare(label, new TrialSettings(settings.served(), load, settings.measurement()));
    }

    static Duration estimate(boolean quick) {
        return Duration.ofSeconds(20 + STRATEGIES.size() * (quick ? 38 : 38 + WARM_UP_SECONDS * 4 / 3));
    }
}
