@NullMarked
package io.birdseye.loadtest.profile;

import org.jspecify.annotations.NullMarked;
