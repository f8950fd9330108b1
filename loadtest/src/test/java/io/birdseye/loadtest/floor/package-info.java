@NullMarked
package io.birdseye.loadtest.floor;

import org.jspecify.annotations.NullMarked;
