@NullMarked
package io.birdseye.loadtest.program;

import org.jspecify.annotations.NullMarked;
