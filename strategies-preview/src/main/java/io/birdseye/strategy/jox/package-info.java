/** Jox: scopes of virtual threads, on top of the JDK's preview of structured concurrency. */
@NullMarked
package io.birdseye.strategy.jox;

import org.jspecify.annotations.NullMarked;
