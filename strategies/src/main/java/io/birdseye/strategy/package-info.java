/** The contract between a strategy and its host, and the list of all strategies. */
@NullMarked
package io.birdseye.strategy;

import org.jspecify.annotations.NullMarked;
