/** The search for the highest rate at which an objective holds. */
@NullMarked
package io.birdseye.loadtest.capacity;

import org.jspecify.annotations.NullMarked;
