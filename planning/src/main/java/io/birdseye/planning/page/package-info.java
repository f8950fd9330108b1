/** Curves, heat maps and the one-file pages that hold them: SVG written by hand, no script, no network. */
@NullMarked
package io.birdseye.planning.page;

import org.jspecify.annotations.NullMarked;
