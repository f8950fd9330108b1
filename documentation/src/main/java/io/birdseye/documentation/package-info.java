/** Writes the pages of docs that follow from the code and from committed results. */
@NullMarked
package io.birdseye.documentation;

import org.jspecify.annotations.NullMarked;
