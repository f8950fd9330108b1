/** The resources around the overview: what there is, how it is doing, and how errors are told. */
@NullMarked
package io.birdseye.service.api;

import org.jspecify.annotations.NullMarked;
