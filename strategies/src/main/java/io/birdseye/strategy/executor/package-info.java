/** Thread pools and futures of the JDK, waited for or continued. */
@NullMarked
package io.birdseye.strategy.executor;

import org.jspecify.annotations.NullMarked;
