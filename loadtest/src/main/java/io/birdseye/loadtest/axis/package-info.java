/** What a comparison varies beside strategies, and the combinations of its values. */
@NullMarked
package io.birdseye.loadtest.axis;

import org.jspecify.annotations.NullMarked;
