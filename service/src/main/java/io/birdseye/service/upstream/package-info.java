/** The HTTP clients that fetch the bodies: one that holds a thread per call and one that holds none. */
@NullMarked
package io.birdseye.service.upstream;

import org.jspecify.annotations.NullMarked;
