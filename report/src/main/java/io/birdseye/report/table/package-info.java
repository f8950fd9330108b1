/** A comparison as a table: one row per strategy, whether it kept up, and what explains it. */
@NullMarked
package io.birdseye.report.table;

import org.jspecify.annotations.NullMarked;
