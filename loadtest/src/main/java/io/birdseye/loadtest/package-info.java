/** The one way to measure: what all packages below it share. See {@code loadtest/README.md}. */
@NullMarked
package io.birdseye.loadtest;

import org.jspecify.annotations.NullMarked;
