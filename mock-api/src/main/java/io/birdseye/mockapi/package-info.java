/**
 * The four upstreams and their users with configurable latency and faults, as a program and for tests. Each answer that
 * waits is a timer on an event loop and holds no thread.
 */
@NullMarked
package io.birdseye.mockapi;

import org.jspecify.annotations.NullMarked;
