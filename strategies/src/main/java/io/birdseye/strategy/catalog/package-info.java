/** The list of this module's strategies. */
@NullMarked
package io.birdseye.strategy.catalog;

import org.jspecify.annotations.NullMarked;
