@NullMarked
package io.birdseye.loadtest.recipe;

import org.jspecify.annotations.NullMarked;
