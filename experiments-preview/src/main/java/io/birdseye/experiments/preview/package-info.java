/** What of the experiments needs preview features of the JDK. */
@NullMarked
package io.birdseye.experiments.preview;

import org.jspecify.annotations.NullMarked;
