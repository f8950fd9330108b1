/** Whether this machine can give a trustworthy result: each check is one class, and reads without changing anything. */
@NullMarked
package io.birdseye.cli.doctor;

import org.jspecify.annotations.NullMarked;
