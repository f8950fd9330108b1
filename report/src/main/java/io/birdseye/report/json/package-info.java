/** JSON files that anybody may have written: bounded, and refused in one line. */
@NullMarked
package io.birdseye.report.json;

import org.jspecify.annotations.NullMarked;
