/** What the tests of the service share: an upstream that misbehaves to order, and strategies that do. */
@NullMarked
package io.birdseye.service.testing;

import org.jspecify.annotations.NullMarked;
