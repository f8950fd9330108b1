/** The main article: memory shared between threads, and the claims on a service under load. */
@NullMarked
package io.birdseye.experiments.bv;

import org.jspecify.annotations.NullMarked;
