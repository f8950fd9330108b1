/** Which differences between strategies are shown: comparisons with the best and intervals, over blocks of fresh JVMs. */
@NullMarked
package io.birdseye.report.statistics;

import org.jspecify.annotations.NullMarked;
