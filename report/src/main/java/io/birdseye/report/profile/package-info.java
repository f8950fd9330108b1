/** Flame graphs of profiled trials, drawn by async-profiler's converter. */
@NullMarked
package io.birdseye.report.profile;

import org.jspecify.annotations.NullMarked;
