/** The overview itself: from the parameters of a request to the run of a strategy and its answer. */
@NullMarked
package io.birdseye.service.overview;

import org.jspecify.annotations.NullMarked;
