/** What the tests of the service share: an upstream with configurable faults, and strategies that fail in a chosen way. */
@NullMarked
package io.birdseye.service.testing;

import org.jspecify.annotations.NullMarked;
