/** The main article's claims on memory that threads share; without the service. */
@NullMarked
package io.birdseye.experiments.birdseyeview.memory;

import org.jspecify.annotations.NullMarked;
