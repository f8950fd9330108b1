/** A comparison as a table, for the terminal and in Markdown: one row per strategy, whether it kept up, and why. */
@NullMarked
package io.birdseye.report.table;

import org.jspecify.annotations.NullMarked;
