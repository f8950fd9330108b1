/** Claims: their words, the variants that they compare, and the rules that turn measurements into verdicts. */
@NullMarked
package io.birdseye.experiments.claim;

import org.jspecify.annotations.NullMarked;
