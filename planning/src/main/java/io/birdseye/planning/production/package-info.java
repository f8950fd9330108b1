/** Drafts a scenario from what a service in production tells of itself: its traces and its metrics. */
@NullMarked
package io.birdseye.planning.production;

import org.jspecify.annotations.NullMarked;
