/** What the measurements ask over HTTP, where it does not go well. */
@NullMarked
package io.birdseye.loadtest.client;

import org.jspecify.annotations.NullMarked;
