/**
 * A fault campaign: small comparisons in processes of their own meet faults of the machine, and each has to end with a
 * right result or with the reason why there is none, leave nothing behind, and go on afterwards.
 */
@NullMarked
package io.birdseye.loadtest.campaign;

import org.jspecify.annotations.NullMarked;
