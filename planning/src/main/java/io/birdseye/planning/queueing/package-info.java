/** The laws that sizing a pool needs, each with its source. */
@NullMarked
package io.birdseye.planning.queueing;

import org.jspecify.annotations.NullMarked;
