/** A task whose programs run on other machines: what its coordinator is told, does, and brings back. */
@NullMarked
package io.birdseye.loadtest.elsewhere;

import org.jspecify.annotations.NullMarked;
