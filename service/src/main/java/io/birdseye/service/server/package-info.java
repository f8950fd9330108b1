/** The HTTP server: Grizzly with bounded threads and queue, deadlines, and notice of clients that disconnect. */
@NullMarked
package io.birdseye.service.server;

import org.jspecify.annotations.NullMarked;
