/** The lists that all requests share and multiply, and the two ways to hold them. */
@NullMarked
package io.birdseye.memory;

import org.jspecify.annotations.NullMarked;
