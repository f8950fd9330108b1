package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;

/** Tests the number some times and records {@code totalMs} of each after the warm-up. */
public final class PrimeProbe implements Probe {

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        Workers workers = settings.choice("workers", Workers.class);
        long number = settings.whole("number");
        int warmups = settings.integer("warmups");
        for (int i = 0; i < warmups + settings.integer("repeats"); i++) {
            long start = System.nanoTime();
            boolean prime = PrimeTest.isPrime(number, workers, settings.integer("threads"), settings.integer("tasks"));
            double millis = (System.nanoTime() - start) / 1e6;
            if (!prime) {
                throw new IllegalStateException(number + " was found not to be prime by " + workers.label());
            }
            if (i >= warmups) {
                recorder.record("totalMs", millis);
            }
        }
    }
}
