/** Load: a schedule in, latencies and counts out; and the light client, a load generator inside this JVM. */
@NullMarked
package io.birdseye.loadtest.generate;

import org.jspecify.annotations.NullMarked;
