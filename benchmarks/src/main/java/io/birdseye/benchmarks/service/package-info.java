/** The service under the load of {@code ./birdseye compare}, against what it cannot do without. */
@NullMarked
package io.birdseye.benchmarks.service;

import org.jspecify.annotations.NullMarked;
