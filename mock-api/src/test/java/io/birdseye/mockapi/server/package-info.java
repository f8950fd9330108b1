/** Parts of the server that no client sees alone. */
@NullMarked
package io.birdseye.mockapi.server;

import org.jspecify.annotations.NullMarked;
