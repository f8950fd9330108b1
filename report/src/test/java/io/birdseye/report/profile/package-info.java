@NullMarked
package io.birdseye.report.profile;

import org.jspecify.annotations.NullMarked;
