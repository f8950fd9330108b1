/** What a coordinator elsewhere is told. */
@NullMarked
package io.birdseye.loadtest.elsewhere;

import org.jspecify.annotations.NullMarked;
