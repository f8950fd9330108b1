/** The made-up data of the upstreams; it is the same at every start. */
@NullMarked
package io.birdseye.mockapi.data;

import org.jspecify.annotations.NullMarked;
