package io.birdseye.report.result;

import org.jspecify.annotations.Nullable;

/**
 * The profile of the middle of a trial's window.
 *
 * @param profiler by which it was taken; null if none could be
 * @param stacks the file with the stacks, relative to the results, a line for each: frames, and how often they were seen
 *     or how many bytes they allocated; null if there is none
 * @param missing why there is none; null if there is one
 */
public record TrialProfile(@Nullable String profiler, @Nullable String stacks, @Nullable String missing) {}
