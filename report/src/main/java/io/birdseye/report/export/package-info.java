/** Files for trackers of benchmarks that people use. */
@NullMarked
package io.birdseye.report.export;

import org.jspecify.annotations.NullMarked;
