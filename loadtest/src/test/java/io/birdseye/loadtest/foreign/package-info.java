@NullMarked
package io.birdseye.loadtest.foreign;

import org.jspecify.annotations.NullMarked;
