/** What a process and the machine beneath it have done, as Linux tells it in {@code /proc} and in control groups. */
@NullMarked
package io.birdseye.model.process;

import org.jspecify.annotations.NullMarked;
