package io.birdseye.report.result;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** What a fresh process did from its first request on: the parts of its warm-up that had right answers. */
public record WarmUpCourse(List<Part> parts) {

    /** A median that is above that of the window by more than this share is not that of a warm service. */
    private static final double TOLERANCE = 0.1;

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
     * From when on no two parts in turn had a median above that of the window, nor the first one, in seconds; empty if it was
     * never so, or there is one part only.
     */
    public OptionalDouble steadyAfter(double windowMs) {
        double warm = windowMs * (1 + TOLERANCE);
        for (int i = parts.size() - 1; i > 0; i--) {
            if (parts.get(i - 1).p50Ms > warm && (i == 1 || parts.get(i).p50Ms > warm)) {
                int steady = parts.get(i).p50Ms > warm ? i + 1 : i;
                return steady == parts.size() ? OptionalDouble.empty() : OptionalDouble.of(parts.get(steady).fromSeconds);
            }
        }
        return parts.size() < 2 ? OptionalDouble.empty() : OptionalDouble.of(0);
    }
}
