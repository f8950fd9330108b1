package io.birdseye.report.result;

import io.birdseye.report.result.Merged.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler of virtual threads did in the window.
 *
 * @param carriers carriers at the end of the window; more than the parallelism where some were held in native code
 * @param peakLive virtual threads that ran or could run at once, at most, as ten looks a second saw; the JDK does not
 *     know those that wait
 * @param pinned how often a virtual thread held its carrier while it waited, for 20 ms and more; null where it was not
 *     recorded, like the following two
 */
public record VirtualThreadUse(
        @Merged(Rule.MAX) int parallelism,
        @Merged(Rule.MAX) int carriers,
        @Merged(Rule.MAX) long peakLive,
        @Merged(Rule.SUM) @Nullable Long pinned,
        @Merged(Rule.SUM) @Nullable Double pinnedMs,
        @Merged(Rule.SUM) @Nullable Long submitFailed) {}
