/** mock-api as its clients see it: nearly every test goes over real HTTP. */
@NullMarked
package io.birdseye.mockapi;

import org.jspecify.annotations.NullMarked;
