@NullMarked
package io.birdseye.kubernetes;

import org.jspecify.annotations.NullMarked;
