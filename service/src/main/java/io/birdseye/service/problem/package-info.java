/** What can go wrong with a request. Every refusal and failure is answered in one format, that of RFC 9457. */
@NullMarked
package io.birdseye.service.problem;

import org.jspecify.annotations.NullMarked;
