/** RxJava 4. Its classes load on JDK 26 and later only, so none but the strategies themselves may use them. */
@NullMarked
package io.birdseye.strategy.rx4;

import org.jspecify.annotations.NullMarked;
