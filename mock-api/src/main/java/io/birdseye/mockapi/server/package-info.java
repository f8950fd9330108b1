/** Serves the routes and the admin API: each answer that waits is a timer on an event loop and holds no thread. */
@NullMarked
package io.birdseye.mockapi.server;

import org.jspecify.annotations.NullMarked;
