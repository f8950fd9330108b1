/** More load than strategies can answer: what they do with it, on this machine or in a cluster. */
@NullMarked
package io.birdseye.loadtest.overload;

import org.jspecify.annotations.NullMarked;
