package io.birdseye.report.result;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What a fresh process did from its first request on: the parts of its warm-up that had right answers. */
public record WarmUpCourse(List<Part> parts) {

    /** A warm service answers no slower than in the window by more than this share. */
    private static final double SLOWER = 0.1;

    /** Nor does it take more CPU time by more than this: a second has few answers, and a collection or none. */
    private static final double DEARER = 0.25;

    /**
     * About a second.
     *
     * @param fromSeconds since the first request was due
     * @param cpuMsPerAnswer with the compilers'; null where it is not known
     */
    public record Part(double fromSeconds, double p50Ms, @Nullable Double cpuMsPerAnswer) {}

    public WarmUpCourse {
        parts = List.copyOf(parts);
    }

    /**
     * From when on, in seconds, no two parts in turn were slower or dearer than the window, nor the first one; empty if it was never so,
     * or there is one part only.
     *
     * @param cpuMsPerAnswer of the window; null where it is not known
     */
    public OptionalDouble steadyAfter(double p50Ms, @Nullable Double cpuMsPerAnswer) {
        List<Boolean> cold = parts.stream().map(part -> part.p50Ms > p50Ms * (1 + SLOWER)
                || (cpuMsPerAnswer != null && part.cpuMsPerAnswer != null && part.cpuMsPerAnswer > cpuMsPerAnswer * (1 + DEARER))).toList();
        for (int i = parts.size() - 1; i > 0; i--) {
            if (cold.get(i - 1) && (i == 1 || cold.get(i))) {
                int steady = cold.get(i) ? i + 1 : i;
                return steady == parts.size() ? OptionalDouble.empty() : OptionalDouble.of(parts.get(steady).fromSeconds);
            }
        }
        return parts.size() < 2 ? OptionalDouble.empty() : OptionalDouble.of(0);
    }
}
