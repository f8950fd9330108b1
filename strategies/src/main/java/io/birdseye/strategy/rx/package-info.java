/** RxJava 2. */
@NullMarked
package io.birdseye.strategy.rx;

import org.jspecify.annotations.NullMarked;
