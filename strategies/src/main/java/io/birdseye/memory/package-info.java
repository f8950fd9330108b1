/** The lists that all requests share and multiply, in two layouts. */
@NullMarked
package io.birdseye.memory;

import org.jspecify.annotations.NullMarked;
