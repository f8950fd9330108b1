package io.birdseye.benchmarks.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What came of it, for the requests that began in the measured time.
 *
 * @param answersPerSecond right answers that came in the measured time
 * @param failures by status or reason
 * @param responseMicros from the intended start to the end of the answer; in a closed model from the real start
 * @param firstByteMicros from the real start to the first byte of the answer
 * @param mostInFlight requests that waited for their answer at once
 */
public record LoadResult(
        double answersPerSecond,
        long answers,
        Map<String, Long> failures,
        Histogram responseMicros,
        Histogram firstByteMicros,
        int mostInFlight) {

    public LoadResult {
        failures = Map.copyOf(failures);
    }

    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
