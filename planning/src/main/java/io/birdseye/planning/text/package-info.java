/** The texts for the terminal, from the templates in {@code src/main/jte}. */
@NullMarked
package io.birdseye.planning.text;

import org.jspecify.annotations.NullMarked;
