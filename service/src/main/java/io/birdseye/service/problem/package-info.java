/** What can go wrong with a request, in the one shape in which every refusal is told: RFC 9457. */
@NullMarked
package io.birdseye.service.problem;

import org.jspecify.annotations.NullMarked;
