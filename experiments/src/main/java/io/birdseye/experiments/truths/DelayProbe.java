package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Waits in many coroutines on one thread, suspended or blocking it. Records {@code totalMs}. */
public final class DelayProbe implements Probe {

    static final Variant SUSPENDED = variant("64-suspended", 64, 500, 2000, false);
    static final Variant BLOCKING = variant("8-blocking", 8, 100, 500, true);

    private static Variant variant(String name, int tasks, int quickMillis, int fullMillis, boolean blocking) {
        return Variant.of("tr/delay/" + name, DelayProbe.class, (experiment, effort) -> {
            int millis = effort.pick(quickMillis, fullMillis);
            return experiment
                    .with("tasks", tasks)
                    .with("delayMs", millis)
                    .with("blocking", blocking)
                    .with("repeats", 3)
                    .runs(effort.pick(2, 3))
                    .takes(Duration.ofMillis(500 + 3L * (blocking ? tasks : 1) * millis), Duration.ofSeconds(60));
        });
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        int tasks = context.integer("tasks");
        long millis = context.whole("delayMs");
        boolean blocking = Boolean.parseBoolean(context.text("blocking"));
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            CoroutineTasks.delays(1, 1, one); // loads the classes
            for (int i = 0; i < context.integer("repeats"); i++) {
                context.time("totalMs", () -> {
                    if (blocking) {
                        CoroutineTasks.blocking(tasks, one, () -> {
                            Thread.sleep(millis);
                            return millis;
                        });
                    } else {
                        CoroutineTasks.delays(tasks, millis, one);
                    }
                });
            }
            context.record("delayMs", millis);
        }
    }
}
