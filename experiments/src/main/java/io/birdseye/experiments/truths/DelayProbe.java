package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Waits in many coroutines on one thread, suspended or blocking it. Records {@code totalMs}. */
public final class DelayProbe implements Probe {

    @Override
    public void measure(Settings settings, Recorder recorder) {
        int tasks = settings.integer("tasks");
        long millis = settings.whole("delayMs");
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            CoroutineTasks.delays(1, 1, one); // loads the classes
            for (int i = 0; i < settings.integer("repeats"); i++) {
                long start = System.nanoTime();
                if (Boolean.parseBoolean(settings.text("blocking"))) {
                    CoroutineTasks.blocking(tasks, one, () -> {
                        Thread.sleep(millis);
                        return millis;
                    });
                } else {
                    CoroutineTasks.delays(tasks, millis, one);
                }
                recorder.record("totalMs", (System.nanoTime() - start) / 1e6);
            }
            recorder.record("delayMs", settings.integer("delayMs"));
        }
    }
}
