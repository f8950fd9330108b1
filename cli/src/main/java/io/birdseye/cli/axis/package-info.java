/** What a comparison varies beside strategies: JDK, JVM flags, heap, layout and HTTP server. */
@NullMarked
package io.birdseye.cli.axis;

import org.jspecify.annotations.NullMarked;
