/** The four upstreams and their users, with latency and faults to order; every waiting answer is only a timer. */
@NullMarked
package io.birdseye.mockapi;

import org.jspecify.annotations.NullMarked;
