/** The trial runner: one strategy, one fresh JVM, one measured window; and many of those as a comparison. */
@NullMarked
package io.birdseye.loadtest.trial;

import org.jspecify.annotations.NullMarked;
