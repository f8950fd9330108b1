/** N injectors that offer one load in step: the control endpoint of each, and their coordinator. */
@NullMarked
package io.birdseye.loadtest.injectors;

import org.jspecify.annotations.NullMarked;
