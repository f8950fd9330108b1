/** The main article's claims: on the service under load, trial by trial, and on memory that threads share. */
@NullMarked
package io.birdseye.experiments.birdseyeview;

import org.jspecify.annotations.NullMarked;
