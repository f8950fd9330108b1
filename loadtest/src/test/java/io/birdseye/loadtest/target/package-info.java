@NullMarked
package io.birdseye.loadtest.target;

import org.jspecify.annotations.NullMarked;
