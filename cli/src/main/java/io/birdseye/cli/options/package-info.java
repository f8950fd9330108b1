/** The options that several commands share. */
@NullMarked
package io.birdseye.cli.options;

import org.jspecify.annotations.NullMarked;
