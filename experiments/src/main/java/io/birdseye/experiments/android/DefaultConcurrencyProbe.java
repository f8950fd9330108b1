package io.birdseye.experiments.android;

import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.util.concurrent.atomic.AtomicInteger;
import kotlinx.coroutines.Dispatchers;

/**
 * Counts how many parked actions {@code Dispatchers.Default} really runs at once, and whether asking it for a limit of
 * the number of cores gives another dispatcher at all.
 */
public record DefaultConcurrencyProbe() implements Probe {

    static final Variant COUNT = Variant.of("an/default-concurrency",
            effort -> Experiment.of(new DefaultConcurrencyProbe()).runs(effort.pick(2, 3)));

    static final String SAME_OBJECT = "sameObject";

    @Override
    @SuppressWarnings("ReferenceEquality") // whether it is the same object is the question
    public void measure(ProbeContext context) throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        context.record("atOnceWithoutLimit", peak(Framework.COROUTINE_CPU));
        context.record("allowedByDocumentation", Math.max(2, cores));
        context.record(SAME_OBJECT, Framework.limited(cores) == Dispatchers.getDefault() ? 1 : 0);
    }

    static int peak(Framework framework) throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger peak = new AtomicInteger();
        try (Framework.HundredActions hundred = framework.open()) {
            hundred.run(seed -> {
                peak.accumulateAndGet(now.incrementAndGet(), Math::max);
                Action.STORAGE.apply(seed);
                now.decrementAndGet();
            });
        }
        return peak.get();
    }
}
