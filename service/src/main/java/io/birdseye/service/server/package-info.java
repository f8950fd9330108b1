/**
 * The HTTP server: Grizzly with bounded threads and queue, deadlines, and notice of clients that disconnect. Every
 * refusal and failure is answered in one format, that of RFC 9457.
 */
@NullMarked
package io.birdseye.service.server;

import org.jspecify.annotations.NullMarked;
