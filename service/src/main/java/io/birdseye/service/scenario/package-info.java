/** Serves the tree of a scenario: its calls, and the CPU work that each of its groups asks for. */
@NullMarked
package io.birdseye.service.scenario;

import org.jspecify.annotations.NullMarked;
