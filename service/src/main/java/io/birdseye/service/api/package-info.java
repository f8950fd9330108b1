/** The resources beside the overview: description, health, usage, the front page, and the format of all answers. */
@NullMarked
package io.birdseye.service.api;

import org.jspecify.annotations.NullMarked;
