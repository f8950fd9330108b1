/** The HTTP server Grizzly, and what stands in front of its parser. */
@NullMarked
package io.birdseye.service.grizzly;

import org.jspecify.annotations.NullMarked;
