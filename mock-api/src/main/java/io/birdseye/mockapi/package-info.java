/** The four upstreams and their users with configurable latency and faults, as a program and for tests. */
@NullMarked
package io.birdseye.mockapi;

import org.jspecify.annotations.NullMarked;
