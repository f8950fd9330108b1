/** Conditions on a comparison, such as {@code p99 > 400ms}, that decide whether a CI job fails. */
@NullMarked
package io.birdseye.report.condition;

import org.jspecify.annotations.NullMarked;
