/** Grizzly, set up so that every request is answered: bounded threads and queue, deadlines, clients that leave. */
@NullMarked
package io.birdseye.service.server;

import org.jspecify.annotations.NullMarked;
