/** The floor: what a request takes on a service that does nothing else. */
@NullMarked
package io.birdseye.loadtest.floor;

import org.jspecify.annotations.NullMarked;
