/** How much time a command may take, and how long that is in words. */
@NullMarked
package io.birdseye.cli.effort;

import org.jspecify.annotations.NullMarked;
