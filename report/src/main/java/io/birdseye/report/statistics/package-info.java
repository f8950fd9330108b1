/** Which differences between strategies are real: intervals over fresh JVMs, and shared ranks where there are none. */
@NullMarked
package io.birdseye.report.statistics;

import org.jspecify.annotations.NullMarked;
