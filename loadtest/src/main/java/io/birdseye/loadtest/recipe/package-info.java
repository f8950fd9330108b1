/** Measurements made of trials and loads: each class holds what is particular to one kind of measurement. */
@NullMarked
package io.birdseye.loadtest.recipe;

import org.jspecify.annotations.NullMarked;
