/** Thread pools of the JDK with futures: the HTTP thread waits for them, or callbacks continue. */
@NullMarked
package io.birdseye.strategy.executor;

import org.jspecify.annotations.NullMarked;
