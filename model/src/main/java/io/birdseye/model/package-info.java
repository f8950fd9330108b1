/** The words that all modules share, as records and small functions. Depends on nothing but JSpecify. */
@NullMarked
package io.birdseye.model;

import org.jspecify.annotations.NullMarked;
