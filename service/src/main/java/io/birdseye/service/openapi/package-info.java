/** Writes {@code openapi.json}. Part of the build: its classes and their libraries are not in the service's jar. */
@NullMarked
package io.birdseye.service.openapi;

import org.jspecify.annotations.NullMarked;
