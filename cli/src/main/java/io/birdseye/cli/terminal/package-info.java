/** Output on a terminal. */
@NullMarked
package io.birdseye.cli.terminal;

import org.jspecify.annotations.NullMarked;
