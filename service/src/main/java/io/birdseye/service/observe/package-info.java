/** What the service knows of itself: requests, tasks, and what its process has used. */
@NullMarked
package io.birdseye.service.observe;

import org.jspecify.annotations.NullMarked;
