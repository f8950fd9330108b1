/** Writes a comparison as files: the machine's, the reader's and the browser's. */
@NullMarked
package io.birdseye.report;

import org.jspecify.annotations.NullMarked;
