/** The judgement of a campaign, with results and processes that misbehave where a test wants them to. */
@NullMarked
package io.birdseye.loadtest.campaign;

import org.jspecify.annotations.NullMarked;
