/** Apache Pekko: typed actors. */
@NullMarked
package io.birdseye.strategy.pekko;

import org.jspecify.annotations.NullMarked;
