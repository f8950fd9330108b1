/** Virtual threads: a thread for every task, and a bulkhead for the budget. */
@NullMarked
package io.birdseye.strategy.virtual;

import org.jspecify.annotations.NullMarked;
