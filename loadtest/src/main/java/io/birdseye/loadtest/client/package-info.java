/** HTTP with a bound on time and size, and what the measurements ask of the service and of mock-api. */
@NullMarked
package io.birdseye.loadtest.client;

import org.jspecify.annotations.NullMarked;
