/** The arithmetic of queues: what a strategy can carry at most, which part of it says so, and how large pools must be. */
@NullMarked
package io.birdseye.report.capacity;

import org.jspecify.annotations.NullMarked;
