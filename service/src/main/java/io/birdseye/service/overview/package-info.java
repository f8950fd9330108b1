/** The overview: from the parameters of a request, through the pool of its strategy, to the answer. */
@NullMarked
package io.birdseye.service.overview;

import org.jspecify.annotations.NullMarked;
