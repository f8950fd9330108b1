/** The main article's claims on the service under load, trial by trial. */
@NullMarked
package io.birdseye.experiments.birdseyeview;

import org.jspecify.annotations.NullMarked;
