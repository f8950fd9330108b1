/** The work of one request as data, its instruments, and what can go wrong with it. Knows no strategy and no HTTP. */
@NullMarked
package io.birdseye.fanout;

import org.jspecify.annotations.NullMarked;
