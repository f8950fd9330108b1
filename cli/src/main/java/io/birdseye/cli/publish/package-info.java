/** All that is published, measured by one command. */
@NullMarked
package io.birdseye.cli.publish;

import org.jspecify.annotations.NullMarked;
