package io.birdseye.report.latency;

import io.birdseye.report.latency.LatencyProfile.Second;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * How much a trial's median response time would vary if only its window were measured again, in the same JVM.
 *
 * <p>Neighbouring seconds resemble one another, so their scatter says too little. The window is cut into batches of
 * several seconds, whose means depend on one another much less, and the variance of the whole is that of the batch
 * means over their number (non-overlapping batch means: B. Schmeiser, "Batch size effects in the analysis of simulation
 * output", Operations Research 30(3), 1982). About as many batches as a batch has seconds: what lasts longer than a
 * batch is seen as noise between batches, what lasts longer than the window is not seen.
 */
public final class WindowNoise {

    /** Fewer make too few batches. */
    private static final int MIN_SECONDS = 10;

    private WindowNoise() {}

    /** The variance of the logarithm of the median; empty if the window is too short. */
    public static OptionalDouble variance(List<Second> seconds) {
        double[] logs = seconds.stream().mapToDouble(Second::p50Ms).filter(ms -> ms > 0).map(Math::log).toArray();
        if (logs.length < MIN_SECONDS) {
            return OptionalDouble.empty();
        }
        int batches = (int) Math.sqrt(logs.length);
        int size = logs.length / batches;
        double[] means = IntStream.range(0, batches)
                .mapToDouble(batch -> IntStream.range(batch * size, (batch + 1) * size).mapToDouble(i -> logs[i]).average().orElseThrow())
                .toArray();
        return OptionalDouble.of(Variance.of(means).getAsDouble() / batches);
    }
}
