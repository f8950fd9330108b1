package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Coroutines;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Waits in many coroutines on one thread, suspended or blocking it. Records {@code totalMs}. */
public record DelayProbe(int tasks, int delayMs, boolean blocking, int repeats) implements Probe {

    static final Variant SUSPENDED = variant("64-suspended", 64, 500, 2000, false);
    static final Variant BLOCKING = variant("8-blocking", 8, 100, 500, true);

    private static Variant variant(String name, int tasks, int quickMillis, int fullMillis, boolean blocking) {
        return Variant.of("tr/delay/" + name, effort -> {
            int millis = effort.pick(quickMillis, fullMillis);
            return Experiment.of(new DelayProbe(tasks, millis, blocking, 3))
                    .runs(effort.pick(2, 3))
                    .takes(0.5 + 0.003 * (blocking ? tasks : 1) * millis, 60);
        });
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            Coroutines.delays(1, 1, one); // loads the classes
            context.repeat(0, repeats, () -> context.time("totalMs", () -> {
                if (blocking) {
                    Coroutines.blocking(tasks, one, () -> {
                        Thread.sleep(delayMs);
                        return delayMs;
                    });
                } else {
                    Coroutines.delays(tasks, delayMs, one);
                }
            }));
            context.record("delayMs", delayMs);
        }
    }
}
