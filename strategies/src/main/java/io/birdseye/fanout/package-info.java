/** The work of one request, its measurement, and its failures. Independent of strategies and of HTTP. */
@NullMarked
package io.birdseye.fanout;

import org.jspecify.annotations.NullMarked;
