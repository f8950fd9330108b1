@NullMarked
package io.birdseye.loadtest.generate;

import org.jspecify.annotations.NullMarked;
