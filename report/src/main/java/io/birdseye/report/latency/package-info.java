/** Latencies of each second, read from histogram logs and merged exactly. */
@NullMarked
package io.birdseye.report.latency;

import org.jspecify.annotations.NullMarked;
