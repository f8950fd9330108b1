/** The service's front page: the strategies, one to try, and what is going on, for people with a browser. */
@NullMarked
package io.birdseye.service.page;

import org.jspecify.annotations.NullMarked;
