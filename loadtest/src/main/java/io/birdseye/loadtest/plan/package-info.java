/** What is asked of a service: the requests, what a right answer is, and how a service of the user's own is started. */
@NullMarked
package io.birdseye.loadtest.plan;

import org.jspecify.annotations.NullMarked;
