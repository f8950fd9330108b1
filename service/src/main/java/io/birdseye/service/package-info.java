/** The service as a whole: its settings, its parts put together, and its life from the command line to SIGTERM. */
@NullMarked
package io.birdseye.service;

import org.jspecify.annotations.NullMarked;
