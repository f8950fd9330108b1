/** A comparison as one self-contained HTML page: no file beside it, no request to anywhere. */
@NullMarked
package io.birdseye.report.page;

import org.jspecify.annotations.NullMarked;
