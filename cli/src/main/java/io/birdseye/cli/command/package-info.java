/** The commands of {@code ./birdseye}: each parses its options, runs a recipe, and prints the result. */
@NullMarked
package io.birdseye.cli.command;

import org.jspecify.annotations.NullMarked;
