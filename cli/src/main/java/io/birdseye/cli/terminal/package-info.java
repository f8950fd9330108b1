/** What a user sees while a command runs: progress, the table that grows, and what the terminal can show. */
@NullMarked
package io.birdseye.cli.terminal;

import org.jspecify.annotations.NullMarked;
