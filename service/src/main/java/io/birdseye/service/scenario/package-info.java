/** Serves the tree of a scenario: its calls, and CPU work of the asked-for size on what they bring. */
@NullMarked
package io.birdseye.service.scenario;

import org.jspecify.annotations.NullMarked;
