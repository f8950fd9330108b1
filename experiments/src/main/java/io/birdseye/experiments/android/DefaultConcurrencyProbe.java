package io.birdseye.experiments.android;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts how many parked actions {@code Dispatchers.Default} really runs at once, and whether asking it for a limit of
 * the number of cores gives another dispatcher at all.
 */
public final class DefaultConcurrencyProbe implements Probe {

    @Override
    @SuppressWarnings("ReferenceEquality") // whether it is the same object is the question
    public void measure(Settings settings, Recorder recorder) {
        int cores = Runtime.getRuntime().availableProcessors();
        recorder.record("atOnceWithoutLimit", peak(Way.COROUTINE_CPU));
        recorder.record("atOnceWithLimit", peak(Way.COROUTINE_CPU_LIMIT));
        recorder.record("allowedByDocumentation", Math.max(2, cores));
        recorder.record("sameObject", CoroutineWays.cpuLimit(cores) == CoroutineWays.cpu() ? 1 : 0);
    }

    static int peak(Way way) {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger peak = new AtomicInteger();
        try (HundredActions hundred = HundredActions.open(way)) {
            hundred.run(seed -> {
                peak.accumulateAndGet(now.incrementAndGet(), Math::max);
                Action.STORAGE.apply(seed);
                now.decrementAndGet();
            });
        }
        return peak.get();
    }
}
