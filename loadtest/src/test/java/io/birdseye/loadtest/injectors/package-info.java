@NullMarked
package io.birdseye.loadtest.injectors;

import org.jspecify.annotations.NullMarked;
