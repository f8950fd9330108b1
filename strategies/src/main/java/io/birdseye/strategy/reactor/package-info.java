/** Project Reactor. */
@NullMarked
package io.birdseye.strategy.reactor;

import org.jspecify.annotations.NullMarked;
