/** One request as a waterfall: lanes are threads, bars are tasks, hatching is queueing. */
@NullMarked
package io.birdseye.report.trace;

import org.jspecify.annotations.NullMarked;
