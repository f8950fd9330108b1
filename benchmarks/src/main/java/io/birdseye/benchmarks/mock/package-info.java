/** mock-api against the mock that most projects use. */
@NullMarked
package io.birdseye.benchmarks.mock;

import org.jspecify.annotations.NullMarked;
