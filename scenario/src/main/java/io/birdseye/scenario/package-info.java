/** The scenario file: a user's own endpoint, its load and its objective as data. */
@NullMarked
package io.birdseye.scenario;

import org.jspecify.annotations.NullMarked;
