@NullMarked
package io.birdseye.loadtest.plan;

import org.jspecify.annotations.NullMarked;
