/** What a claim is: its text, its measuring points, and the rule that turns measurements into verdicts. */
@NullMarked
package io.birdseye.experiments.claim;

import org.jspecify.annotations.NullMarked;
