/** SmallRye Mutiny. */
@NullMarked
package io.birdseye.strategy.mutiny;

import org.jspecify.annotations.NullMarked;
