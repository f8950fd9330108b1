/** The main case: posts with comments, albums with photos, and two shared lists. */
@NullMarked
package io.birdseye.overview;

import org.jspecify.annotations.NullMarked;
