/** What the upstreams are told to do: delays, statuses and faults, as JSON (WireMock's names) and as short text. */
@NullMarked
package io.birdseye.mockapi.settings;

import org.jspecify.annotations.NullMarked;
