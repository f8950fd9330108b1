/**
 * What an HTTP server of the service shares with every other: who is admitted, deadlines, bounded threads and queue, and
 * one format for every refusal and failure, that of RFC 9457.
 */
@NullMarked
package io.birdseye.service.server;

import org.jspecify.annotations.NullMarked;
