/** Two results side by side: what got faster or slower beyond noise. */
@NullMarked
package io.birdseye.report.diff;

import org.jspecify.annotations.NullMarked;
