/** Options of what is offered: the load, its injectors, and the points of many short trials. */
@NullMarked
package io.birdseye.cli.load;

import org.jspecify.annotations.NullMarked;
