@NullMarked
package io.birdseye.loadtest.gatling;

import org.jspecify.annotations.NullMarked;
