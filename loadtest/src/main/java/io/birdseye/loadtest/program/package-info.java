/** Programs in processes of their own: start them, wait until they are ready, see what they use, and end them. */
@NullMarked
package io.birdseye.loadtest.program;

import org.jspecify.annotations.NullMarked;
