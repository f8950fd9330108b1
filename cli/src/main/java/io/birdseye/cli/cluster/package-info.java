/** Where trials run: on this machine or in a cluster. */
@NullMarked
package io.birdseye.cli.cluster;

import org.jspecify.annotations.NullMarked;
