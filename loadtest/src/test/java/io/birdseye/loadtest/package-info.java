/** Real loads on small servers made for the purpose. */
@NullMarked
package io.birdseye.loadtest;

import org.jspecify.annotations.NullMarked;
