/** What is asked of a service: the requests, when each is due, and what a right answer is. */
@NullMarked
package io.birdseye.loadtest.plan;

import org.jspecify.annotations.NullMarked;
