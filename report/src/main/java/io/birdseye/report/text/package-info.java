/** A comparison as text: a table for the terminal and a report in Markdown. */
@NullMarked
package io.birdseye.report.text;

import org.jspecify.annotations.NullMarked;
