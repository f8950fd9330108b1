/** One client each for the service and for mock-api: what the measurements ask of them over HTTP. */
@NullMarked
package io.birdseye.loadtest.client;

import org.jspecify.annotations.NullMarked;
