@NullMarked
package io.birdseye.loadtest.overload;

import org.jspecify.annotations.NullMarked;
