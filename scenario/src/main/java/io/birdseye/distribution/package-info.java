/** How long a call or a piece of work takes: the distributions that scenario files, formulas and simulation share. */
@NullMarked
package io.birdseye.distribution;

import org.jspecify.annotations.NullMarked;
