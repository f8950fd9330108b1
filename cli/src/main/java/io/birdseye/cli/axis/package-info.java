/** What a comparison varies beside strategies: JDK, JVM flags, heap and layout. */
@NullMarked
package io.birdseye.cli.axis;

import org.jspecify.annotations.NullMarked;
