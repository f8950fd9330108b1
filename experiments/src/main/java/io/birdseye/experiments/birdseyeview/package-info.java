/** The main article: the service under load, trial by trial, and memory that threads share. */
@NullMarked
package io.birdseye.experiments.birdseyeview;

import org.jspecify.annotations.NullMarked;
