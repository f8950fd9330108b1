/** Results that stand in {@code docs/results}: by which command, where and of which code. */
@NullMarked
package io.birdseye.report.published;

import org.jspecify.annotations.NullMarked;
