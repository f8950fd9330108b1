package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Waits in many coroutines on one thread, suspended or blocking it. Records {@code totalMs}. */
public final class DelayProbe implements Probe {

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
