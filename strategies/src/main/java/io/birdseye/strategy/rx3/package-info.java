/** RxJava 3. */
@NullMarked
package io.birdseye.strategy.rx3;

import org.jspecify.annotations.NullMarked;
