/** The claims of the articles as experiments: how they are measured, judged and kept. */
@NullMarked
package io.birdseye.experiments;

import org.jspecify.annotations.NullMarked;
