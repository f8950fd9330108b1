/** LMAX Disruptor: tasks are stages along a ring buffer, one after another (as published) or in parallel. */
@NullMarked
package io.birdseye.strategy.disruptor;

import org.jspecify.annotations.NullMarked;
