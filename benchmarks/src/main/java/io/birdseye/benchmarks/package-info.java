/** The promises about speed as benchmarks that anyone can run: {@code ./birdseye bench}. */
@NullMarked
package io.birdseye.benchmarks;

import org.jspecify.annotations.NullMarked;
