/** LMAX Disruptor: tasks as stages along a ring buffer: as published one after another, and side by side. */
@NullMarked
package io.birdseye.strategy.disruptor;

import org.jspecify.annotations.NullMarked;
