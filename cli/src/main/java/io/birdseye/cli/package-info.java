/** {@code ./birdseye}: the one door. Commands read options, call the other modules, and print. */
@NullMarked
package io.birdseye.cli;

import org.jspecify.annotations.NullMarked;
