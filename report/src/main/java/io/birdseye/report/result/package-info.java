/** The measured figures and their file format. */
@NullMarked
package io.birdseye.report.result;

import org.jspecify.annotations.NullMarked;
