package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.measure.Measurements;
import java.util.Optional;
import java.util.function.BiFunction;

/** The picture of a sweep over threads: one curve for each way to use them. */
final class ThreadCurves {

    private ThreadCurves() {}

    /** @param name of the point of a way with so many threads */
    static Optional<Picture> of(
            String title, Axis axis, BiFunction<Workers, Integer, String> name, Measurements measurements) {
        Picture.Sketch sketch = Picture.curves(title, "threads", "ms, with 95 % intervals");
        for (Workers workers : IndexExperiment.parallel()) {
            for (int threads : axis.threads()) {
                sketch.spot(workers.label(), threads,
                        () -> measurements.value(name.apply(workers, threads), "totalMs"));
            }
        }
        return sketch.spot("one thread", 1, () -> measurements.value(name.apply(Workers.ONE, 1), "totalMs")).picture();
    }
}
