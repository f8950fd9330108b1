/** The folders that commands read from and write to. */
@NullMarked
package io.birdseye.cli.files;

import org.jspecify.annotations.NullMarked;
